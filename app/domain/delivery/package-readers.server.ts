import {
  readDistributionDetails,
  readSentProofs,
} from "~/domain/artists/release/distribution-details.server";
import { clipsOfSubmission } from "~/domain/clips/clip-store.server";
import type { PackageReaders } from "~/domain/review/package/packaged-release.server";

/** What a package, a message and a delivery ask of other rooms. */
export const packageReaders: PackageReaders = {
  details: readDistributionDetails,
  proofs: readSentProofs,
  clips: clipsOfSubmission,
};
