import { buildLocalRun } from "../../workers/commands/serve";

/** Builds the site for those who start an app of their own, where `npm test` has not done so before. */
export default async function siteForTests(): Promise<void> {
  if (!process.env.APP_URL) await buildLocalRun();
}
