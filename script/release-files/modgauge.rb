# Written by script/release.
class Modgauge < Formula
  desc "Build-time benchmark and module-graph analyzer for Swift packages"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"

@SYSTEMS@

  # Pictures are drawn with Graphviz's library; everything else works without.
  depends_on "graphviz" => :recommended

  def install
    prefix.install "bin", "share"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/modgauge --version")
  end
end
