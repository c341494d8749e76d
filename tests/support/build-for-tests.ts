import { buildClipConverter } from "../../workers/cli/clip-converter";

/** What unit tests need built: the clips' converter, which is not kept in the repository. */
export default buildClipConverter;
