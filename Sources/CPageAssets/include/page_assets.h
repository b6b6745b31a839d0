// The scripts, styles and markup of pages, as bytes in the program. `Sources/Reports/Page/Assets` holds the files.
#ifndef PAGE_ASSETS_H
#define PAGE_ASSETS_H

#include <stddef.h>

struct page_asset {
  const unsigned char *bytes;
  size_t count;
} __attribute__((swift_name("PageAsset"), swift_attr("@Sendable")));

#define PAGE_ASSET(name) extern const struct page_asset page_##name __attribute__((swift_name("PageAsset." #name)))

PAGE_ASSET(check_css);
PAGE_ASSET(check_js);
PAGE_ASSET(graph_camera_js);
PAGE_ASSET(graph_colors_css);
PAGE_ASSET(graph_controls_css);
PAGE_ASSET(graph_drawing_css);
PAGE_ASSET(graph_facts_js);
PAGE_ASSET(graph_layout_js);
PAGE_ASSET(graph_light_js);
PAGE_ASSET(graph_model_js);
PAGE_ASSET(graph_state_js);
PAGE_ASSET(graph_view_js);
PAGE_ASSET(graph_html);
PAGE_ASSET(graph_js);
PAGE_ASSET(page_css);
PAGE_ASSET(page_js);
PAGE_ASSET(report_chart_css);
PAGE_ASSET(report_tables_js);
PAGE_ASSET(report_timelines_js);
PAGE_ASSET(report_css);
PAGE_ASSET(report_js);
PAGE_ASSET(timeline_chart_js);
PAGE_ASSET(timeline_facts_js);
PAGE_ASSET(timeline_table_js);
PAGE_ASSET(timeline_css);
PAGE_ASSET(timeline_html);
PAGE_ASSET(timeline_js);
PAGE_ASSET(tip_css);
PAGE_ASSET(trend_css);
PAGE_ASSET(what_if_chart_js);
PAGE_ASSET(what_if_network_js);
PAGE_ASSET(what_if_replay_js);
PAGE_ASSET(what_if_css);
PAGE_ASSET(what_if_js);

#undef PAGE_ASSET

#endif
