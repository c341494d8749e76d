import { completionOf } from "./completion";
import { type PictureSize, picturePath, readPicture } from "./picture";
import type { Profile } from "./profile";

/** An artist's profile as the portal and `GET /api/profile` show it (`000…`, section 3). */
export interface PortalProfile extends Profile {
  userId: string;
  email: string;
  picture: string | null;
  status: string;
  profileCompleted: boolean;
  submissionCount: number;
  hasSignedContract: boolean;
  contractSignatureId: string | null;
}

interface ProfileAccount {
  artistId: string;
  email: string;
  profile: Profile;
  /** JSON: {@link import("./picture").StoredPicture}, or null. */
  picture: string | null;
  status: string;
  contractSignatureId: string | null;
}

export function portalProfile(
  account: ProfileAccount,
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
