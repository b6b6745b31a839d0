import BuildTrace

extension JobTree {
  /// The number of tasks of a build: processes that compiled files, wrote or wrapped a module, or linked.
  ///
  /// Drivers plan tasks and are not counted. Manifests do not count either, since SwiftPM caches its answers about
  /// them. Processes that a task starts are a part of it, like the linker that a C driver starts.
  var taskCount: Int {
    let manifests = Set(manifests)
    return jobs.indices.count { index in
      jobs[index].kind.isTask && !manifests.contains(index) && jobs[index].driver.map { jobs[$0].kind.isTask } != true
    }
  }
}

extension Job.Kind {
  fileprivate var isTask: Bool {
    switch self {
    case .emitModule, .compile, .cCompile, .wrap, .link: true
    case .plan, .macroPlugin, .scan, .other: false
    }
  }
}
