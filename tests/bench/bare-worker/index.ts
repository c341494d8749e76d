import * as v from "valibot";

interface Bindings {
  FILES: R2Bucket;
}

const partsSchema = v.array(v.object({ partNumber: v.number(), etag: v.string() }));

/**
 * POST /uploads opens an upload; PUT, POST and DELETE /uploads/{id}?key= send a part, join the
 * parts, remove the object. No checks, no records, no log.
 */
export default {
  async fetch(request: Request, { FILES: files }: Bindings): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split("/")[2];
    if (!id) {
      if (request.method !== "POST") return new Response("ready");
      const { key, uploadId } = await files.createMultipartUpload(crypto.randomUUID());
      return Response.json({ key, uploadId });
    }
    const key = searchParams.get("key") ?? "";
    if (request.method === "DELETE") {
      await files.delete(key);
      return new Response();
    }
    const upload = files.resumeMultipartUpload(key, id);
    if (request.method === "PUT" && request.body)
      return Response.json(await upload.uploadPart(Number(searchParams.get("part")), request.body));
    await upload.complete(v.parse(partsSchema, await request.json()));
    return new Response();
  },
};
