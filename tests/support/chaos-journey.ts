import { startChaosApp } from "./chaos-app";
import { createArtists, decide, openJournal, signInStaff, submitRelease } from "./chaos-people";

export async function runChaos(seed: number, count: number) {
  const app = await startChaosApp(seed);
  try {
    const journal = openJournal();
    const artists = createArtists(count);
    const staff = await signInStaff(journal, app.url);
    const pages = await Promise.all(artists.map((artist) => submitRelease(journal, app.url, artist)));
    const rows = await app.store.rows("SELECT id, status FROM submissions");
    for (const { id } of rows) await decide(journal, staff, String(id), "approved");
    console.log(pages[0], rows.length, journal);
    console.log(await app.call("monday/items"), await app.store.rows("SELECT type,state,last_error,due_at FROM jobs"));
    console.log(app.office.mailbox.map((m)=>[m.recipients, m.parsed.subject]));
    console.log(app.lines().slice(-20).join("\n"));
  } finally {
    await app.stop();
  }
}
