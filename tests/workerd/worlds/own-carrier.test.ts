import { isSignedPath } from "~/platform/signed-link";
import { carrierContract } from "../../support/carrier-contract";
import { createUploadFixture, SECRET } from "../../support/upload-fixture";

/** Links of our own origin, answered as `putPart` of the API answers them. */
carrierContract("own", async () => {
  const { deps, close } = await createUploadFixture();
  const { carrier } = deps;
  /** What the database of the app knows of an upload. */
  const knownUploads = new Map<string, { key: string; multipartId: string }>();
  return {
    carrier: {
      ...carrier,
      partUrl: (upload, part, expires) => {
        const id = `01JZ${knownUploads.size}`;
        knownUploads.set(id, upload);
        return carrier.partUrl({ ...upload, id }, part, expires);
      },
    },
    sendPart: async (path, bytes) => {
      const url = new URL(path, "https://submit.example.com");
      if (!(await isSignedPath(SECRET, url, new Date()))) return { status: 403 };
      const [, , , , id = "", , number] = url.pathname.split("/");
      const upload = knownUploads.get(id);
      if (!upload) return { status: 404 };
      try {
        const { key, multipartId } = upload;
        const pendingEtag = carrier.putPart(key, multipartId, Number(number), bytes, bytes.length);
        return { status: 200, etag: await pendingEtag };
      } catch (error) {
        return { status: carrier.problem(error) ? 409 : 500 };
      }
    },
    // Outside of the workers no stream has the known length that R2 needs.
    body: (bytes) => bytes,
    close,
  };
});
