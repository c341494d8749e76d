import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pollUntil } from "./app-stores";
import { type ChaosApp, startChaosApp } from "./chaos-app";
import { randomFor } from "./chaos-decisions";
import { findFaults, readSubmissions } from "./chaos-findings";
import { openJournal } from "./chaos-journal";
import { createMailFaults, resendUnconfirmed } from "./chaos-mail";
import { createArtists, submitRelease } from "./chaos-people";
import { type Decision, decide, signInStaff } from "./chaos-staff";

const RESULTS = "test-results";
/** How far the clock goes with each round of staff, while everything fails. */
const CHAOS_ROUND_MS = 15_000;
/** Longer than the lease of a job, an attempt at a mail and the time to undo a decision. */
const ROUND_MS = 10 * 60_000;
const MAX_ROUNDS = 60;
/** So many rounds of jobs fail after the last decision. */
const LATE_CHAOS_ROUNDS = 4;
const LATE_CHAOS_MS = 5 * 60_000;
const LATE_CHAOS_SECONDS = 5;
/** Only guards against a message that never comes; the next sweep sends it again. */
const ROUND_SECONDS = 10;
/** Requests of an artist who meets no fault. */
const REQUESTS_PER_ARTIST = 6;

/** Puts the clock ahead, sweeps, and waits for what is due. @returns the jobs that are still open. */
async function runRound(app: ChaosApp, ms: number, seconds: number): Promise<number> {
  const countOpen = async (when: string) => {
    const sql = `SELECT count(*) AS n FROM jobs WHERE state IN ('waiting', 'running') ${when}`;
    return Number((await app.store.rows(sql))[0]?.n);
  };
  await app.advance(ms);
  // While everything fails, it fails too.
  await app.call("sweep", {}).catch(() => undefined);
  const isDue = `AND (due_at IS NULL OR due_at < '${app.now().toISOString()}')`;
  const isQuiet = async () => ((await countOpen(isDue)) === 0 ? true : undefined);
  await pollUntil(isQuiet, seconds).catch(() => undefined);
  return countOpen("");
}

/** Goes on until nothing is left to do. @returns the rounds. */
async function settle(app: ChaosApp): Promise<number> {
  for (let round = 1; round <= MAX_ROUNDS; round++)
    if ((await runRound(app, ROUND_MS, ROUND_SECONDS)) === 0) return round;
  return MAX_ROUNDS;
}

/** The requests before which the runtime is killed. */
function drawKills(seed: number, count: number): Set<number> {
  const random = randomFor(seed, "kills");
  const requests = count * REQUESTS_PER_ARTIST;
  const kills = 1 + Math.floor(random() * 3);
  const share = () => 0.1 + 0.9 * random();
  return new Set(Array.from({ length: kills }, () => Math.ceil(share() * requests)));
}

/**
 * Artists submit and staff decide while everything fails; then the faults end.
 * @param count of artists.
 * @throws Error with each answer that nobody understands, and with what is not as it should be at the
 * end.
 */
export async function runChaos(seed: number, count: number): Promise<void> {
  const app = await startChaosApp(seed);
  const kills = drawKills(seed, count);
  const journal = openJournal({
    onRequest: (number) => {
      if (kills.has(number)) app.kill().catch(() => undefined);
    },
    waitForAnswers: app.ensureUp,
  });
  const artists = createArtists(count);
  const mail = createMailFaults(app.office, seed);
  const decisions = new Map<string, Decision>();
  let haveAllSubmitted = false;

  const drawDecision = (name: string): Decision =>
    randomFor(seed, "decision", name)() < 0.3 ? "rejected" : "approved";

  async function decideAll() {
    const staff = await signInStaff(journal, app.url);
    for (;;) {
      const isLast = haveAllSubmitted;
      mail.change();
      await app.advance(CHAOS_ROUND_MS);
      // It fails as everything does.
      await app.call("sweep", {}).catch(() => undefined);
      const undecided = (await readSubmissions(app)).filter(({ id }) => !decisions.has(id));
      if (isLast && undecided.length === 0) return;
      for (const { id, artist_name } of undecided) {
        decisions.set(id, drawDecision(artist_name));
        await decide(journal, staff, id, drawDecision(artist_name));
      }
    }
  }

  async function submitAll() {
    await Promise.all(artists.map((artist) => submitRelease(journal, app.url, artist)));
    haveAllSubmitted = true;
  }

  try {
    await app.control({ faults: true });
    await Promise.all([submitAll(), decideAll()]);
    for (let round = 0; round < LATE_CHAOS_ROUNDS; round++) {
      mail.change();
      await runRound(app, LATE_CHAOS_MS, LATE_CHAOS_SECONDS);
    }
    mail.end();
    await app.control({ faults: false });
    let rounds = await settle(app);
    const staff = await signInStaff(journal, app.url);
    const resentMails = await resendUnconfirmed(app, staff, mail);
    rounds += await settle(app);
    const { unclear, requests, statuses } = journal;
    const faults = await findFaults(app, artists, decisions, mail);
    const summary = {
      ...{
        requests,
        kills: [...kills],
        statuses: Object.fromEntries(statuses),
        rounds,
        resentMails,
      },
      happened: app.faultCounts(),
    };
    if (unclear.length + faults.length > 0)
      throw new Error([...unclear, ...faults, JSON.stringify(summary)].join("\n"));
  } catch (cause) {
    mkdirSync(RESULTS, { recursive: true });
    const log = join(RESULTS, `chaos-${seed}.log`);
    writeFileSync(log, app.output());
    const again = `CHAOS_SEED=${seed} npm run test:deep -- --part fuzz`;
    throw new Error(`${cause}\nTo repeat it: ${again}\nThe log lines are in ${log}`, { cause });
  } finally {
    await app.stop();
  }
}
