import { writeFileSync } from "node:fs";
import { startApp } from "./support/app-server";
const app = await startApp({ build: true });
writeFileSync("/tmp/w/hydr-env", `export APP_URL=${app.url} APP_STATE_DIR=${app.stateDir} APP_PID=${app.pid}\n`);
console.log("up");
const stop = async () => { await app.stop(); process.exit(0); };
process.on("SIGTERM", stop); process.on("SIGINT", stop);
setInterval(()=>{}, 1e6);
