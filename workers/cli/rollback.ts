import { wrangler } from "./cloudflare-resources";
import { runStep } from "./explain-failure";
import { planInstallation } from "./installation";
import { describeRollback, planRollback, rollBack } from "./run-rollback";
import { exitForError } from "./settings-from-shell";

try {
  const installation = planInstallation(process.env.NAME_PREFIX || undefined);
  const plan = await runStep(
    { of: "rollback", task: "read what ran before", state: "Nothing was changed." },
    () => planRollback(wrangler, installation),
  );
  for (const line of describeRollback(plan, installation)) console.log(line);
  if (process.argv.includes("--yes")) {
    await runStep(
      {
        of: "rollback",
        task: "let both workers run their earlier versions",
        state: "A worker that did not go back runs as before, and both fit together.",
      },
      () => rollBack(wrangler, installation, plan),
    );
    console.log("Both workers run these versions now.");
  } else {
    console.log("Nothing was changed. To go back: npm run rollback -- --yes");
  }
} catch (error) {
  exitForError(error);
}
