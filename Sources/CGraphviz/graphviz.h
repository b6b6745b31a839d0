#include <stdio.h>
#include <stdlib.h>
#include <graphviz/cgraph.h>
#include <graphviz/graphviz_version.h>
#include <graphviz/gvc.h>

/* What is called of Graphviz, which is looked up when the library is loaded. A field is the function or variable of the
   same name. */
typedef struct {
  __typeof__(gvContext) *gvContext;
  __typeof__(gvFreeContext) *gvFreeContext;
  __typeof__(gvcVersion) *gvcVersion;
  __typeof__(gvLayout) *gvLayout;
  __typeof__(gvFreeLayout) *gvFreeLayout;
  __typeof__(gvRender) *gvRender;
  __typeof__(agread) *agread;
  __typeof__(agclose) *agclose;
  __typeof__(agseterrf) *agseterrf;
  __typeof__(agget) *agget;
  __typeof__(agnameof) *agnameof;
  __typeof__(agfstnode) *agfstnode;
  __typeof__(agnxtnode) *agnxtnode;
  __typeof__(agfstout) *agfstout;
  __typeof__(agnxtout) *agnxtout;
  Agiddisc_t *AgIdDisc;
  Agiodisc_t *AgIoDisc;
} modgauge_graphviz;

/* The version of these declarations. The layout of Graphviz's structures, which are read directly, depends on it. */
static const char *const modgauge_graphviz_version = PACKAGE_VERSION;

/* Parses DOT text so that clusters are laid out in the text's order. Before Graphviz 8, subgraphs are ordered by their ids,
   and the id of a name is the address of a copy of it, which differs between processes. With an id allocator that rejects
   the names of subgraphs, cgraph numbers them instead, and stores the names itself. The type of booleans differs between
   versions. */
typedef __typeof__(AgIdDisc.map(0, 0, 0, 0, 0)) modgauge_truth;
static inline __typeof__(AgIdDisc.map) *modgauge_usual_map(void) {
  static __typeof__(AgIdDisc.map) map;
  return &map;
}
static inline modgauge_truth modgauge_map_name(void *state, int kind, char *name, IDTYPE *id, int is_made) {
  return kind == AGRAPH && name ? 0 : (*modgauge_usual_map())(state, kind, name, id, is_made);
}
static inline graph_t *modgauge_read(const modgauge_graphviz *graphviz, FILE *text) {
  static Agiddisc_t ids;
  static Agdisc_t services;
  ids = *graphviz->AgIdDisc;
  *modgauge_usual_map() = ids.map;
  ids.map = (__typeof__(ids.map))modgauge_map_name;
  services.id = &ids;
  services.io = graphviz->AgIoDisc;
  return graphviz->agread(text, &services);
}

/* Functions for Graphviz's macros, which Swift does not import. */

/* The width and height of a graph with a layout, in points. */
static inline pointf modgauge_size(graph_t *graph) {
  boxf bounds = GD_bb(graph);
  pointf size = {bounds.UR.x - bounds.LL.x, bounds.UR.y - bounds.LL.y};
  return size;
}

/* Sets the resolution of the drawing of a graph with a layout; 0 is the format's default. */
static inline void modgauge_set_resolution(graph_t *graph, double dots_per_inch) {
  GD_drawing(graph)->dpi = dots_per_inch;
}

/* The clusters of a graph with a layout, and their titles. */
static inline int modgauge_box_count(graph_t *graph) { return GD_n_cluster(graph); }
static inline graph_t *modgauge_box(graph_t *graph, int index) { return GD_clust(graph)[index + 1]; }
static inline boxf modgauge_bounds(graph_t *graph) { return GD_bb(graph); }
static inline textlabel_t *modgauge_title(graph_t *graph) { return GD_label(graph); }

/* The curves of an edge with a layout; none if it is not drawn. */
static inline int modgauge_curve_count(edge_t *edge, __typeof__(agget) *get) {
  char key[] = "style";
  char *style = get(edge, key);
  if (!ED_spl(edge) || (style && style[0] == 'i')) return 0;
  return (int)ED_spl(edge)->size;
}
static inline bezier modgauge_curve(edge_t *edge, int index) { return ED_spl(edge)->list[index]; }

/* The centre and size of a node with a layout, in points. */
static inline pointf modgauge_center(node_t *node) { return ND_coord(node); }
static inline pointf modgauge_node_size(node_t *node) {
  pointf size = {ND_lw(node) + ND_rw(node), ND_ht(node)};
  return size;
}

/* The `id` of an edge. */
static inline char *modgauge_id(edge_t *edge, __typeof__(agget) *get) {
  char key[] = "id";
  return get(edge, key);
}

/* Limits the longer side of the drawing of a graph with a layout, in points. */
static inline void modgauge_set_greatest_size(graph_t *graph, double side) {
  GD_drawing(graph)->size.x = GD_drawing(graph)->size.y = side;
}
