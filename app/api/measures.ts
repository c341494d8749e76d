import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import type { BufferedTopic } from "~/observability/analytics/aggregation.server";
import type { HistogramMap } from "~/observability/analytics/histogram.server";
import {
  browserOf,
  MAX_UPLOAD_HEALTH_BYTES,
  UPLOADS,
  uploadCells,
  uploadHealthSchema,
} from "~/observability/analytics/upload-health.server";
import {
  MAX_VITALS_BYTES,
  VITALS,
  vitalsCells,
  vitalsSchema,
} from "~/observability/analytics/vitals.server";
import { enclosingNetworks } from "~/platform/rate/client-network";
import { passesEdge } from "~/platform/rate/edge-limits.server";
import type { AppContext } from "~/session/app-context";
import { canMeasure } from "~/session/cookie-choice";
import { addressOf } from "~/session/visitor-limits.server";
import { readText, refuse, refuseRateLimited } from "./replies";

/** A beacon, sent while a page closes, may label its JSON as plain text. */
const ACCEPTED_TYPES = /^(application\/json|text\/plain)\b/i;
const WAIT_SECONDS = 60;

interface MeasurementCall<T> {
  topic: BufferedTopic;
  maxBytes: number;
  schema: v.GenericSchema<unknown, T>;
  errorText: string;
  /** The counts of a report that stands for `weight` reports; undefined if it must not be counted. */
  toCells: (report: T, request: Request, weight: number) => HistogramMap | undefined;
}

/**
 * Creates a call that takes measurements of browsers. It replies before anything is written, so that no
 * page waits for the database. Measurements without consent are dropped.
 */
const createMeasurementCall =
  <T>({ topic, maxBytes, schema, errorText, toCells }: MeasurementCall<T>) =>
  async (request: IRequestStrict, context: AppContext): Promise<Response> => {
    if (!ACCEPTED_TYPES.test(request.headers.get("Content-Type") ?? ""))
      return refuse(415, "This call takes JSON.");
    const visitor = addressOf(request) ?? "local";
    const sender = { visitor, network: enclosingNetworks(visitor).site };
    const weight = (await passesEdge(context.edge.limits, "measures", visitor))
      ? context.monitoring.measures.admit(sender, context.clock())
      : "too-many";
    if (weight === "too-many")
      return refuseRateLimited(WAIT_SECONDS, "Too many measurements came from here just now.");
    const body = await readText(request, maxBytes);
    if (body instanceof Response) return body;
    const report = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
    if (!report.success) {
      const fields = report.issues.map((issue) => v.getDotPath(issue) ?? "body");
      return refuse(400, `${errorText}: ${[...new Set(fields)].join(", ")}.`);
    }
    const cells = weight > 0 ? toCells(report.output, request, weight) : undefined;
    if (cells) {
      context.monitoring.measures.add(topic, cells);
      const { db, log, clock } = context;
      const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
      context.scope.waitUntil(
        context.monitoring.measures.write({ db, log, clock, sleep, random: Math.random }),
      );
    }
    return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  };

/** POST /api/monitoring/vitals: page speed, with consent. */
export const takeVitals = createMeasurementCall({
  topic: VITALS,
  maxBytes: MAX_VITALS_BYTES,
  schema: vitalsSchema,
  errorText: "These are no measurements of a page of ours",
  toCells: (report, request, weight) =>
    canMeasure(request) ? vitalsCells(report, weight) : undefined,
});

/**
 * POST /api/monitoring/uploads: the outcome of an upload. A failure is an error report, which needs no
 * consent; the speed of a success is a measurement, which does.
 */
export const takeUploadHealth = createMeasurementCall({
  topic: UPLOADS,
  maxBytes: MAX_UPLOAD_HEALTH_BYTES,
  schema: uploadHealthSchema,
  errorText: "This has no facts about a file",
  toCells: (health, request, weight) =>
    health.ended === "failed" || canMeasure(request)
      ? uploadCells(health, browserOf(request.headers.get("User-Agent")), weight)
      : undefined,
});
