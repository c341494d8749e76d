import type { Source } from "~/drive/mirror-file.server";
import type { Carrier } from "~/uploads/carrier";
import type { ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";
import { objectDigest } from "~/uploads/receiving/stored-object.server";

/** The bucket as the cloud drive's mirror reads it, by whichever way an object came. */
export function storedSource({ carrier, own }: Omit<ReceivingDeps, "db">): Source {
  const ways: Carrier[] = own ? [carrier, own] : [carrier];
  return {
    async read(key, offset, length) {
      for (const way of ways) {
        const stream = await way.read(key, { offset, length });
        if (stream) return stream;
      }
      return undefined;
    },
    async md5(key) {
      for (const way of ways) {
        const digest = await objectDigest(way, "MD5", key);
        if (digest !== undefined) return digest;
      }
      return undefined;
    },
  };
}
