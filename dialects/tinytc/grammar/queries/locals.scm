; Values belong to the region that defines them, parameters to the function.

[
  (source_file)
  (function)
  (region)
  (for)
  (foreach)
] @local.scope

(function
  name: (global_identifier) @local.definition.function)

(parameter
  name: (local_identifier) @local.definition.parameter)

(results
  (local_identifier) @local.definition.var)

(for
  variable: (local_identifier) @local.definition.var)

(initial_value
  name: (local_identifier) @local.definition.var)

(foreach
  variables: (identifier_list
    (local_identifier) @local.definition.var))

(local_identifier) @local.reference
