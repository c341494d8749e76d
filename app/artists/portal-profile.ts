import { completionOf } from "./completion";
import { type PictureSize, picturePath, readPicture } from "./picture";
import type { Profile } from "./profile";

/** An artist's profile as the portal and `GET /api/profile` show it (`000…`, section 3). */
export interface PortalProfile extends Profile {
  /** The artist id that a person can read out. */
  userId: string;
  email: string;
  /** The path of the picture; null without one. */
  picture: string | null;
  status: string;
  /** Whether it is complete to 100 percent. */
  profileCompleted: boolean;
  submissionCount: number;
  hasSignedContract: boolean;
  contractSignatureId: string | null;
}

/** What of an account a profile is made of. */
interface ShownAccount {
  artistId: string;
  email: string;
  profile: Profile;
  /** JSON: {@link import("./picture").StoredPicture}, or null. */
  picture: string | null;
  status: string;
  contractSignatureId: string | null;
}

/** The profile of an account. @param submissionCount how many submissions belong to it. */
export function portalProfile(
  account: ShownAccount,
  submissionCount: number,
  size: PictureSize = "large",
): PortalProfile {
  const { artistId, email, profile, status, contractSignatureId } = account;
  const picture = readPicture(account.picture);
  return {
    ...profile,
    userId: artistId,
    email,
    picture: picture ? picturePath(artistId, picture.id, size) : null,
    status,
    profileCompleted: completionOf(profile) === 100,
    submissionCount,
    hasSignedContract: contractSignatureId !== null,
    contractSignatureId,
  };
}
