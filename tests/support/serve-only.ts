import { onParentExit } from "../../workers/cli/on-parent-exit";
import { readLocalRun } from "../../workers/cli/settings-from-shell";
import { superviseCommand } from "../../workers/cli/supervisor";

// `npm start` without building and migrating.
onParentExit(() => process.exit(1));
await superviseCommand(readLocalRun(), () => {});
console.log("up");
