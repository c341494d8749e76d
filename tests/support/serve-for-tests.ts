import { startApp } from "./app-server";
import { announceApp } from "./app-under-test";

/** Starts the app for a test run that was not started by `npm test`. */
export default async function serveForTests(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.APP_URL) return undefined;
  const app = await startApp({ build: true });
  announceApp(app);
  return () => app.stop();
}
