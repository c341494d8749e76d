import { parseArgs } from "node:util";
import { startApp } from "../support/app-server";
import { announceApp } from "../support/app-under-test";
import { sendLies } from "./liars";
import { besiege } from "./siege";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});

const [requests, seed] = [Number(values.requests), Number(values.seed)];
const app = await startApp({ build: true });
announceApp(app);
const startedAt = Date.now();
try {
  const results = await sendLies(app.url);
  const siege = await besiege(app.url, requests, seed);
  const { statuses, lostCount, slowestMs } = siege;
  const findings = [...results.findings, ...siege.findings];
  for (const { number, fault, request, reply } of findings.slice(0, 50))
    console.log(`\n#${number} ${fault}\n  ${request}\n  ${reply}`);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  console.log(`\n${requests} requests of seed ${seed} in ${seconds} s, slowest ${slowestMs} ms`);
  console.log(
    `${results.sentCount} lies about a length, listened to for ${results.slowestMs} ms at most`,
  );
  console.log(`${lostCount} times the local proxy lost a request before a worker saw it`);
  console.log(`by status (0: cut off by whoever sent it): ${JSON.stringify(statuses)}`);
  console.log(`${findings.length} answers are not as they should be`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.log(`\nLast lines of the workers:\n${app.output().slice(-4000)}`);
  throw error;
} finally {
  await app.stop();
}
