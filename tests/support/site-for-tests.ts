import { buildLocalRun } from "../../workers/cli/serve";

/** Builds the site for tests that start their own app, unless `npm test` has built it. */
export default async function siteForTests(): Promise<void> {
  if (!process.env.APP_URL) await buildLocalRun();
}
