import { onParentExit } from "../../workers/cli/on-parent-exit";
import { serve, tieProcessLifetimes } from "../../workers/cli/serve";
import { readLocalRun } from "../../workers/cli/settings-from-shell";

// `npm start` without building and migrating.
onParentExit(() => process.exit(1));
tieProcessLifetimes(await serve(readLocalRun(), () => {}));
console.log("up");
