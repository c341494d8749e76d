import type { SerializeFrom } from "@remix-run/cloudflare";
import type { loader } from "../queue/queue-route.server";

/** What the list shows. */
export type QueueData = SerializeFrom<typeof loader>;
export type QueueRowData = QueueData["rows"][number];
