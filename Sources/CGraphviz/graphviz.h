#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

/* What Graphviz offers as macros, which Swift does not see. */

/* The width and height of a graph that was laid out, in points. */
static inline pointf modgauge_size(graph_t *graph) {
  boxf bounds = GD_bb(graph);
  pointf size = {bounds.UR.x - bounds.LL.x, bounds.UR.y - bounds.LL.y};
  return size;
}

/* Sets how many dots an inch has in what is drawn of a graph that was laid out; 0 is the format's own. */
static inline void modgauge_set_resolution(graph_t *graph, double dots_per_inch) {
  GD_drawing(graph)->dpi = dots_per_inch;
}
