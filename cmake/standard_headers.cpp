// The precompiled headers need a source that they are compiled for.
