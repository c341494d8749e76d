import { onParentExit } from "../../workers/commands/on-parent-exit";
import { exitTogether, serve } from "../../workers/commands/serve";
import { readLocalRun } from "../../workers/commands/settings-from-shell";

// `npm start` without building and migrating.
onParentExit(() => process.exit(1));
exitTogether(await serve(readLocalRun(), () => {}));
console.log("up");
