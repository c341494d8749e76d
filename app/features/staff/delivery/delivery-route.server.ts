import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { type DeliveryKind, deliveryKinds, isDeliveryKind } from "~/domain/delivery/delivery-kinds";
import { deliveryVersion } from "~/domain/delivery/plan-delivery.server";
import { listDeliveries, requestDelivery } from "~/domain/delivery/request-delivery.server";
import { releaseName } from "~/domain/submission/record/release-name";
import type { Staff } from "~/platform/principal";
import { isAccepted } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { rerunRefusalTexts } from "../activity/rerun-refusal-texts";
import { runJobAgain } from "../activity/run-job-again.server";
import { readRelease } from "./read-release.server";

const OFF = "This can't be delivered yet: the settings name no place of a distributor.";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { db, delivery: place, settings } = context;
  const { packaged, lacks } = await readRelease(context, params.submissionId ?? "");
  const { id, reference, form, status } = packaged.release;
  const deliveries = await listDeliveries(db, id);
  const kinds =
    place && isAccepted(status) ? Object.keys(deliveryKinds).filter(isDeliveryKind) : [];
  const offers: DeliveryKind[] = [];
  for (const kind of kinds) {
    const version = await deliveryVersion(db, kind, packaged, place?.name ?? "");
    const isKnown = deliveries.some((one) => one.kind === kind && one.version === version);
    if (!isKnown && (kind !== "message" || lacks.length === 0)) offers.push(kind);
  }
  return {
    ...{ id, reference, lacks, deliveries, offers },
    artist: form.artistName,
    title: releaseName(form),
    place: place?.name,
    isAccepted: isAccepted(status),
    isTest: settings.DDEX_TEST_MODE === "1",
  };
}

/** Asks for a delivery. @returns false if this version was asked for before, or its release is not accepted. */
async function deliver(
  context: AppContext,
  actor: Staff,
  { id, kind }: { id: string; kind: DeliveryKind },
): Promise<boolean> {
  const { db, clock, ids, scope, delivery: place, sendJobs } = context;
  if (!place) throw refusal(409, OFF);
  const { packaged, lacks } = await readRelease(context, id);
  const [first] = kind === "message" ? lacks : [];
  if (first) throw refusal(409, `The message can't be made yet. It lacks: ${first}.`);
  const at = clock();
  const jobId = ids.next(at);
  const isAsked = await requestDelivery(db, {
    ...{ submissionId: id, kind, jobId, requestId: scope.requestId, at },
    version: await deliveryVersion(db, kind, packaged, place.name),
    auditStatement: auditEntryOf(context, actor, {
      ...{ action: "delivery-asked", subject: id, at },
      detail: deliveryKinds[kind],
    }),
  });
  if (isAsked) await sendJobs([jobId], { submissionId: id });
  return isAsked;
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const id = params.submissionId ?? "";
  const { fields } = await readSmallForm(request);
  const page = `/staff/delivery/${id}`;
  if (fields.get("intent") === "run-again") {
    const why = await runJobAgain(context, fields.get("job") ?? "", { by: actor });
    if (why !== undefined) throw refusal(409, rerunRefusalTexts[why]);
    return redirect(`${page}?again`);
  }
  const kind = fields.get("kind") ?? "";
  if (fields.get("intent") !== "deliver" || !isDeliveryKind(kind)) throw refusal(400, NO_BUTTON);
  return redirect((await deliver(context, actor, { id, kind })) ? `${page}?asked` : `${page}?over`);
}
