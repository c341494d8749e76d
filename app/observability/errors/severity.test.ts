import { expect, test } from "vitest";
import { type Source, severityOf } from "./severity";

test.each<[Source, string, string, string]>([
  ["browser", "creating", "record", "CRITICAL"],
  ["browser", "tracks", "upload", "HIGH"],
  ["browser", "validating", "validation", "MEDIUM"],
  ["browser", "page", "page", "MEDIUM"],
  ["browser", "<b>unheard of</b>", "other", "MEDIUM"],
  ["browser", "clips", "background", "LOW"],
  ["site", "POST /submit/review", "record", "CRITICAL"],
  ["site", "POST /api/submission/record", "record", "CRITICAL"],
  ["site", "POST /submit/review.data", "record", "CRITICAL"],
  ["site", "GET /submit/review", "page", "HIGH"],
  ["site", "GET /submit/review.data", "page", "HIGH"],
  ["site", "PUT /api/drafts/current/artist", "page", "HIGH"],
  ["site", "POST /login", "page", "HIGH"],
  ["site", "GET /i/:token", "page", "HIGH"],
  ["site", "PUT /api/cloud-storage/uploads/:id/parts/1", "upload", "HIGH"],
  ["site", "POST /api/upload", "upload", "HIGH"],
  ["site", "POST /api/waiting-list", "page", "HIGH"],
  ["site", "GET /dashboard", "page", "MEDIUM"],
  ["site", "GET /staff", "page", "MEDIUM"],
  ["site", "GET /", "page", "MEDIUM"],
  ["site", "GET /submitted-elsewhere", "page", "MEDIUM"],
  ["site", "GET /api/spotify/search/artists", "other", "LOW"],
  ["site", "GET /staff/connections", "other", "LOW"],
  ["site", "POST /staff/connections.data", "other", "LOW"],
  ["site", "GET /test-dashboard.data", "other", "LOW"],
  ["site", "GET /i.data", "page", "HIGH"],
  ["jobs", "sync-board", "background", "HIGH"],
  ["jobs", "send-mail", "background", "HIGH"],
  ["jobs", "process-clip", "background", "MEDIUM"],
  ["jobs", "sweep mails", "background", "MEDIUM"],
])("%s, %s: %s, %s", (source, stage, category, severity) => {
  expect(severityOf(source, stage)).toEqual({ category, severity });
});
