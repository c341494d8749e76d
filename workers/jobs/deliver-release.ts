import { DeliveryError, type DeliveryPlace } from "~/domain/delivery/delivery-place";
import { packageReaders } from "~/domain/delivery/package-readers.server";
import { deliveryVersion, planDelivery } from "~/domain/delivery/plan-delivery.server";
import { deliveryAskedAt, readSubject } from "~/domain/delivery/request-delivery.server";
import { readPackagedRelease } from "~/domain/review/package/packaged-release.server";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { openDelivery } from "~/integrations/delivery/open-delivery.server";
import type { Log } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Settings } from "~/platform/settings";
import type { JobHandler, JobKind, JobSubject, WorkResult } from "./job-kind";

interface DeliverDeps {
  db: Database;
  clock: Clock;
  log: Log;
  place: DeliveryPlace | undefined;
  uploads: ReceivingDeps;
  settings: Settings;
}

/** No file or part is begun after this time: others wait for their turn. */
const SLICE_SECONDS = 60;

function afterDeliveryError(error: unknown): WorkResult {
  if (!(error instanceof DeliveryError)) throw error;
  const { code: reason, message: detail, permanent } = error;
  return { kind: permanent ? "failed" : "retry", reason, detail };
}

/**
 * Delivers one version of a release. It works in slices; what the place has with the same size and checksum is not
 * sent again.
 */
export function deliverRelease(deps: DeliverDeps): JobHandler<JobSubject<"deliver-release">> {
  const { db, clock, log, place, uploads: storage, settings } = deps;
  return {
    async run({ submissionId, subject, jobId, renew }) {
      const delivery = readSubject(subject);
      const at = await deliveryAskedAt(db, jobId);
      if (!place) return { kind: "failed", reason: "delivery-off" };
      if (!delivery || !at) return { kind: "failed", reason: "no-such-delivery" };
      const packaged = await readPackagedRelease(db, submissionId, clock(), packageReaders);
      if (!packaged) return { kind: "failed", reason: "no-such-submission" };
      const { kind, version } = delivery;
      if (version !== (await deliveryVersion(db, kind, packaged, place.name)))
        return {
          kind: "failed",
          reason: "release-changed",
          detail: "The release has changed since.",
        };
      const plan = await planDelivery(kind, packaged, { storage, settings, at });
      if ("lacks" in plan)
        return { kind: "failed", reason: "lacks", detail: plan.lacks.join("; ") };
      const deadline = clock().getTime() + SLICE_SECONDS * 1000;
      const pause = async () => {
        await renew();
        return clock().getTime() >= deadline;
      };
      try {
        for (const file of plan.files) {
          if (await pause()) return { kind: "again", reason: "slice-done" };
          const outcome = await place.send(file, pause);
          if (outcome === "paused") return { kind: "again", reason: "slice-done" };
          if (outcome === "sent")
            log("info", "delivery.file-sent", { submissionId, bytes: file.size });
        }
      } catch (error) {
        return afterDeliveryError(error);
      } finally {
        await place.close?.();
      }
      return { kind: "done", reason: "delivered" };
    },
  };
}

export const deliverReleaseJob: JobKind<"deliver-release"> = {
  type: "deliver-release",
  heavy: true,
  run: (topic, { delivery, ...deps }) =>
    deliverRelease({ ...deps, place: delivery && openDelivery(delivery, deps.clock) }).run(topic),
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
