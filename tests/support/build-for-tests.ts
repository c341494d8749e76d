import { buildCompiledModules } from "../../workers/cli/compiled-modules";

/** What unit tests need built: the compiled modules, which are not kept in the repository. */
export default buildCompiledModules;
