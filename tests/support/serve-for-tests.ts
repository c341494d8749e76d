import { startApp } from "./app-server";
import { announceApp } from "./app-under-test";

/** Starts the app, unless `npm test` has started it. */
export default async function serveForTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.APP_URL) return undefined;
  const app = await startApp({ build: true });
  announceApp(app);
  return () => app.stop();
}
