import { expect, test } from "vitest";
import { releaseProgress } from "~/domain/submission/record/release-progress";
import { dueCalendarText } from "./due-calendar.server";

const now = new Date("2026-11-30T10:00:00Z");

function calendar(title: string, namesArtists = true): string {
  const facts = {
    ...{ status: "live", changesAskedAt: null, answer: undefined, isReplaced: false },
    ...{ hasSigned: true, releaseDate: "2027-03-12", deliveryWeeks: 4 },
    ...{ createdAt: now.toISOString(), replyDueAt: "2026-12-11T10:00:00.000Z", statusAt: "" },
  };
  const release = {
    ...{ submissionId: "01S", id: "77", title, artistName: "Ada, Byron; & Co" },
    ...{ said: undefined, disputes: [], progress: releaseProgress(facts, now) },
    ...{ releaseDate: facts.releaseDate, replyDueAt: facts.replyDueAt },
    state: { ...facts, details: "sent" as const, hasRightsGaps: false, shares: [] },
  };
  return dueCalendarText({
    ...{ name: "Mahogany: due dates", releases: [release], namesArtists, now },
    ...{ deliveryWeeks: 4, timeZone: "Europe/Berlin", host: "portal.example" },
    pageOf: ({ id }) => `https://portal.example/submission/${id}`,
  });
}

/** The lines, with those that were folded put together (RFC 5545, 3.1). */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, "").split("\r\n");

test("each date is an event of a whole day with a lasting id and its page", () => {
  const lines = linesOf(calendar("Night Ferry"));
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(3);
  expect(lines).toEqual(
    expect.arrayContaining([
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:PUBLISH", "END:VCALENDAR"],
      ...["UID:01S-release@portal.example", "DTSTART;VALUE=DATE:20270312", "TRANSP:TRANSPARENT"],
      "SUMMARY:Release: Night Ferry by Ada\\, Byron\\; & Co",
      "URL;VALUE=URI:https://portal.example/submission/77",
    ]),
  );
});

test("an artist's own calendar does not name them in each title", () => {
  expect(linesOf(calendar("Night Ferry", false))).toContain("SUMMARY:Release day of Night Ferry");
});

test.each([
  ["a line end", "Night\r\nEND:VCALENDAR\r\nFerry"],
  ["letters of several bytes", "夜の船".repeat(60)],
])("a title with %s stays one event, in lines of at most 75 bytes", (_, title) => {
  const text = calendar(title);
  expect(linesOf(text).filter((line) => line === "END:VCALENDAR")).toHaveLength(1);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
