// A C compiler embeds a file in milliseconds. As an array in Swift, which is what SwiftPM's `.embedInCode` writes, these
// took 15 seconds of CPU time.
#include "page_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define PAGE_ASSET(name) const struct page_asset page_##name = {name, sizeof name}

static const unsigned char check_css[] = {
#embed "../Reports/Page/Assets/check.css"
};
PAGE_ASSET(check_css);

static const unsigned char check_js[] = {
#embed "../Reports/Page/Assets/check.js"
};
PAGE_ASSET(check_js);

static const unsigned char graph_camera_js[] = {
#embed "../Reports/Page/Assets/graph-camera.js"
};
PAGE_ASSET(graph_camera_js);

static const unsigned char graph_colors_css[] = {
#embed "../Reports/Page/Assets/graph-colors.css"
};
PAGE_ASSET(graph_colors_css);

static const unsigned char graph_controls_css[] = {
#embed "../Reports/Page/Assets/graph-controls.css"
};
PAGE_ASSET(graph_controls_css);

static const unsigned char graph_drawing_css[] = {
#embed "../Reports/Page/Assets/graph-drawing.css"
};
PAGE_ASSET(graph_drawing_css);

static const unsigned char graph_facts_js[] = {
#embed "../Reports/Page/Assets/graph-facts.js"
};
PAGE_ASSET(graph_facts_js);

static const unsigned char graph_layout_js[] = {
#embed "../Reports/Page/Assets/graph-layout.js"
};
PAGE_ASSET(graph_layout_js);

static const unsigned char graph_light_js[] = {
#embed "../Reports/Page/Assets/graph-light.js"
};
PAGE_ASSET(graph_light_js);

static const unsigned char graph_model_js[] = {
#embed "../Reports/Page/Assets/graph-model.js"
};
PAGE_ASSET(graph_model_js);

static const unsigned char graph_state_js[] = {
#embed "../Reports/Page/Assets/graph-state.js"
};
PAGE_ASSET(graph_state_js);

static const unsigned char graph_view_js[] = {
#embed "../Reports/Page/Assets/graph-view.js"
};
PAGE_ASSET(graph_view_js);

static const unsigned char graph_html[] = {
#embed "../Reports/Page/Assets/graph.html"
};
PAGE_ASSET(graph_html);

static const unsigned char graph_js[] = {
#embed "../Reports/Page/Assets/graph.js"
};
PAGE_ASSET(graph_js);

static const unsigned char page_css[] = {
#embed "../Reports/Page/Assets/page.css"
};
PAGE_ASSET(page_css);

static const unsigned char page_js[] = {
#embed "../Reports/Page/Assets/page.js"
};
PAGE_ASSET(page_js);

static const unsigned char report_chart_css[] = {
#embed "../Reports/Page/Assets/report-chart.css"
};
PAGE_ASSET(report_chart_css);

static const unsigned char report_tables_js[] = {
#embed "../Reports/Page/Assets/report-tables.js"
};
PAGE_ASSET(report_tables_js);

static const unsigned char report_timelines_js[] = {
#embed "../Reports/Page/Assets/report-timelines.js"
};
PAGE_ASSET(report_timelines_js);

static const unsigned char report_css[] = {
#embed "../Reports/Page/Assets/report.css"
};
PAGE_ASSET(report_css);

static const unsigned char report_js[] = {
#embed "../Reports/Page/Assets/report.js"
};
PAGE_ASSET(report_js);

static const unsigned char timeline_chart_js[] = {
#embed "../Reports/Page/Assets/timeline-chart.js"
};
PAGE_ASSET(timeline_chart_js);

static const unsigned char timeline_facts_js[] = {
#embed "../Reports/Page/Assets/timeline-facts.js"
};
PAGE_ASSET(timeline_facts_js);

static const unsigned char timeline_table_js[] = {
#embed "../Reports/Page/Assets/timeline-table.js"
};
PAGE_ASSET(timeline_table_js);

static const unsigned char timeline_css[] = {
#embed "../Reports/Page/Assets/timeline.css"
};
PAGE_ASSET(timeline_css);

static const unsigned char timeline_html[] = {
#embed "../Reports/Page/Assets/timeline.html"
};
PAGE_ASSET(timeline_html);

static const unsigned char timeline_js[] = {
#embed "../Reports/Page/Assets/timeline.js"
};
PAGE_ASSET(timeline_js);

static const unsigned char tip_css[] = {
#embed "../Reports/Page/Assets/tip.css"
};
PAGE_ASSET(tip_css);

static const unsigned char trend_css[] = {
#embed "../Reports/Page/Assets/trend.css"
};
PAGE_ASSET(trend_css);

static const unsigned char what_if_chart_js[] = {
#embed "../Reports/Page/Assets/what-if-chart.js"
};
PAGE_ASSET(what_if_chart_js);

static const unsigned char what_if_network_js[] = {
#embed "../Reports/Page/Assets/what-if-network.js"
};
PAGE_ASSET(what_if_network_js);

static const unsigned char what_if_replay_js[] = {
#embed "../Reports/Page/Assets/what-if-replay.js"
};
PAGE_ASSET(what_if_replay_js);

static const unsigned char what_if_css[] = {
#embed "../Reports/Page/Assets/what-if.css"
};
PAGE_ASSET(what_if_css);

static const unsigned char what_if_js[] = {
#embed "../Reports/Page/Assets/what-if.js"
};
PAGE_ASSET(what_if_js);
