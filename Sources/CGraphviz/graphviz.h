#include <stdio.h>
#include <stdlib.h>
#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

/* Reads DOT text so that boxes are laid out in the text's order: until Graphviz 8 the order of subgraphs is that of their
   ids, and the id of a name is the address of a copy of it, which is another one in each process. An allocator of ids that
   takes no names of subgraphs makes cgraph count them instead, and remember the names itself. The type of truth values has
   changed between versions. */
typedef __typeof__(AgIdDisc.map(0, 0, 0, 0, 0)) modgauge_truth;
static inline modgauge_truth modgauge_map_name(void *state, int kind, char *name, IDTYPE *id, int is_made) {
  return kind == AGRAPH && name ? 0 : AgIdDisc.map(state, kind, name, id, is_made);
}
static inline graph_t *modgauge_read(FILE *text) {
  static Agiddisc_t ids;
  static Agdisc_t services;
  ids = AgIdDisc;
  ids.map = (__typeof__(ids.map))modgauge_map_name;
  services.id = &ids;
  services.io = &AgIoDisc;
  return agread(text, &services);
}

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

/* The boxes of a graph that was laid out, and their titles. */
static inline int modgauge_box_count(graph_t *graph) { return GD_n_cluster(graph); }
static inline graph_t *modgauge_box(graph_t *graph, int index) { return GD_clust(graph)[index + 1]; }
static inline boxf modgauge_bounds(graph_t *graph) { return GD_bb(graph); }
static inline textlabel_t *modgauge_title(graph_t *graph) { return GD_label(graph); }

/* The curves of an edge that was laid out; none of one that is not drawn. */
static inline int modgauge_curve_count(edge_t *edge) {
  char key[] = "style";
  char *style = agget(edge, key);
  if (!ED_spl(edge) || (style && style[0] == 'i')) return 0;
  return (int)ED_spl(edge)->size;
}
static inline bezier modgauge_curve(edge_t *edge, int index) { return ED_spl(edge)->list[index]; }

/* The middle of a node that was laid out, and its size, in points. */
static inline pointf modgauge_center(node_t *node) { return ND_coord(node); }
static inline pointf modgauge_node_size(node_t *node) {
  pointf size = {ND_lw(node) + ND_rw(node), ND_ht(node)};
  return size;
}

/* What the text calls a node or a box, and an edge. */
static inline char *modgauge_name(void *object) { return agnameof(object); }
static inline char *modgauge_id(edge_t *edge) {
  char key[] = "id";
  return agget(edge, key);
}

/* Draws a graph that was laid out no larger than this, in points. */
static inline void modgauge_set_greatest_size(graph_t *graph, double side) {
  GD_drawing(graph)->size.x = GD_drawing(graph)->size.y = side;
}
