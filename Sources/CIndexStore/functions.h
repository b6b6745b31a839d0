// What is called of the toolchain's libIndexStore, whose functions are looked up when the library is loaded.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Text that belongs to a reader and is not terminated.
typedef struct {
  const char *data;
  size_t length;
} modgauge_index_text;

typedef void *modgauge_index_reader;
typedef void *modgauge_index_error;

/// Called for each name, item or occurrence, until it returns false.
typedef bool (*modgauge_index_name_visitor)(void *context, modgauge_index_text name);
typedef bool (*modgauge_index_visitor)(void *context, modgauge_index_reader item);

/// A field is the function with the same name behind `indexstore_`.
typedef struct {
  const char *(*error_get_description)(modgauge_index_error);
  void (*error_dispose)(modgauge_index_error);

  modgauge_index_reader (*store_create)(const char *path, modgauge_index_error *);
  void (*store_dispose)(modgauge_index_reader);
  bool (*store_units_apply_f)(modgauge_index_reader, unsigned sorted, void *context, modgauge_index_name_visitor);

  modgauge_index_reader (*unit_reader_create)(modgauge_index_reader store, const char *name, modgauge_index_error *);
  void (*unit_reader_dispose)(modgauge_index_reader);
  void (*unit_reader_get_modification_time)(modgauge_index_reader, int64_t *seconds, int64_t *nanoseconds);
  bool (*unit_reader_is_system_unit)(modgauge_index_reader);
  modgauge_index_text (*unit_reader_get_main_file)(modgauge_index_reader);
  modgauge_index_text (*unit_reader_get_module_name)(modgauge_index_reader);
  bool (*unit_reader_dependencies_apply_f)(modgauge_index_reader, void *context, modgauge_index_visitor);
  int (*unit_dependency_get_kind)(modgauge_index_reader);
  modgauge_index_text (*unit_dependency_get_filepath)(modgauge_index_reader);
  modgauge_index_text (*unit_dependency_get_modulename)(modgauge_index_reader);
  modgauge_index_text (*unit_dependency_get_name)(modgauge_index_reader);

  modgauge_index_reader (*record_reader_create)(modgauge_index_reader store, const char *name, modgauge_index_error *);
  void (*record_reader_dispose)(modgauge_index_reader);
  bool (*record_reader_symbols_apply_f)(modgauge_index_reader, bool nocache, void *context, modgauge_index_visitor);
  bool (*record_reader_occurrences_apply_f)(modgauge_index_reader, void *context, modgauge_index_visitor);

  modgauge_index_reader (*occurrence_get_symbol)(modgauge_index_reader);
  uint64_t (*occurrence_get_roles)(modgauge_index_reader);
  void (*occurrence_get_line_col)(modgauge_index_reader, unsigned *line, unsigned *column);
  bool (*occurrence_relations_apply_f)(modgauge_index_reader, void *context, modgauge_index_visitor);
  uint64_t (*symbol_relation_get_roles)(modgauge_index_reader);
  modgauge_index_reader (*symbol_relation_get_symbol)(modgauge_index_reader);

  int (*symbol_get_kind)(modgauge_index_reader);
  int (*symbol_get_subkind)(modgauge_index_reader);
  uint64_t (*symbol_get_properties)(modgauge_index_reader);
  uint64_t (*symbol_get_roles)(modgauge_index_reader);
  modgauge_index_text (*symbol_get_name)(modgauge_index_reader);
  modgauge_index_text (*symbol_get_usr)(modgauge_index_reader);
} modgauge_index_functions;
