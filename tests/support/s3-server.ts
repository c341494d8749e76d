import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import S3rver, { type FilesystemStore } from "s3rver";
import account from "s3rver/lib/models/account.js";
import S3Error from "s3rver/lib/models/error.js";
import { corsConfiguration } from "../../workers/commands/bucket-rules";
import { signatureRefusal } from "./s3-signature";

/** An S3 server over HTTP with one empty bucket, its files in a temporary folder. */
export interface S3Server {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Method and path with query of every request so far. */
  requests: string[];
  /** The open multipart uploads. */
  openUploads: () => Promise<string[]>;
  stop: () => Promise<void>;
}

const MIN_PART_BYTES = 5 * 1024 * 1024;
const GONE = "The specified upload does not exist.";

/** Writes the whole of it or nothing: another request never reads half a file. */
async function writeWhole(path: string, content: Readable | Buffer) {
  const temporary = `${path}.${randomUUID()}`;
  const hash = createHash("md5");
  let size = 0;
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  const source = content instanceof Readable ? content : Readable.from([content]);
  try {
    await pipeline(source, count, createWriteStream(temporary));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { size, md5: hash.digest("hex") };
}

/**
 * What R2 does and s3rver leaves out: it keeps half-sent bodies, takes parts for uploads that do not
 * exist, joins parts without a look at their etags and sizes, and fails when two objects of one folder
 * are deleted at once.
 */
function mendStore(store: FilesystemStore): void {
  const folderOf = (bucket: string, uploadId: string) =>
    join(store.getResourcePath(bucket, undefined, "uploads"), uploadId);
  const joinParts = store.putObjectMultipart.bind(store);

  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, "object");
    await mkdir(dirname(path), { recursive: true });
    const written = await writeWhole(path, content);
    await store.putMetadata(bucket, key, metadata, written.md5);
    return written;
  };
  // Without its cleaning up of folders, which other deletions trip over.
  store.deleteObject = async (bucket, key) => {
    for (const resource of ["object", "object.md5", "metadata.json"])
      await rm(store.getResourcePath(bucket, key, resource), { force: true });
  };
  store.putPart = async (bucket, uploadId, number, content) => {
    const folder = folderOf(bucket, uploadId);
    if (!existsSync(folder)) {
      await content.resume().toArray();
      throw new S3Error("NoSuchUpload", GONE);
    }
    const written = await writeWhole(join(folder, number), content);
    await writeFile(join(folder, `${number}.md5`), written.md5);
    return written;
  };
  store.putObjectMultipart = async (bucket, uploadId, parts) => {
    const folder = folderOf(bucket, uploadId);
    if (!existsSync(folder)) throw new S3Error("NoSuchUpload", GONE);
    for (const [at, { number, etag }] of parts.entries()) {
      const path = join(folder, String(number));
      if ((parts[at - 1]?.number ?? 0) >= number)
        throw new S3Error("InvalidPartOrder", "The parts are not in ascending order.");
      const held = await readFile(`${path}.md5`, "utf8").catch(() => undefined);
      if (held !== etag) throw new S3Error("InvalidPart", "A part was not found, or differs.");
      if (at < parts.length - 1 && (await stat(path)).size < MIN_PART_BYTES)
        throw new S3Error("EntityTooSmall", "A part is smaller than 5 MiB.");
    }
    return joinParts(bucket, uploadId, parts);
  };
}

/** The rules that `npm run deploy` sets on R2, as S3 takes them. */
function corsRules(origin: string): string {
  const each = (tag: string, texts: string[]) =>
    texts.map((text) => `<${tag}>${text}</${tag}>`).join("");
  const rules = corsConfiguration(origin).rules.map(({ allowed, exposeHeaders, maxAgeSeconds }) =>
    [
      each("AllowedOrigin", allowed.origins),
      each("AllowedMethod", allowed.methods),
      each("AllowedHeader", allowed.headers),
      each("ExposeHeader", exposeHeaders),
      each("MaxAgeSeconds", [String(maxAgeSeconds)]),
    ].join(""),
  );
  return `<CORSConfiguration>${each("CORSRule", rules)}</CORSConfiguration>`;
}

/**
 * Starts s3rver behind a check of every signature: s3rver itself takes any signature of version 4,
 * and requests without one. It has no AbortMultipartUpload either; that is answered here.
 * @param origin the one site whose pages may use the bucket; none unless given.
 */
export async function startS3Server({ origin }: { origin?: string } = {}): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "s3-"));
  const owner = { accessKeyId: "TESTACCESSKEY", secretAccessKey: "a/secret+of=the-tests" };
  const bucket = "artist-files";
  account.DUMMY_ACCOUNT.createKeyPair(owner.accessKeyId, owner.secretAccessKey);
  const configs = origin === undefined ? [] : [corsRules(origin)];
  const s3rver = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs }],
  });
  // Senders that hang up are part of the tests.
  s3rver.on("error", () => undefined);
  mendStore(s3rver.store);
  await s3rver.configureBuckets();
  const answer = s3rver.getMiddleware();
  const uploads = s3rver.store.getResourcePath(bucket, undefined, "uploads");
  const requests: string[] = [];

  /** The code of S3's refusal, or undefined for a request that s3rver may answer. */
  function refusalOf(request: IncomingMessage): string | undefined {
    const { method = "", url: target = "", headers } = request;
    if (method === "OPTIONS") return undefined;
    const refusal = signatureRefusal({ method, target, headers }, owner, new Date());
    if (refusal) return refusal;
    const sized = method !== "PUT" || headers["content-length"] !== undefined;
    return sized ? undefined : "MissingContentLength";
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = "" } = request;
    requests.push(`${method} ${url}`);
    const refusal = refusalOf(request);
    const aborted = method === "DELETE" && new URL(url, "http://s3").searchParams.get("uploadId");
    if (!refusal && !aborted) return answer(request, response);
    await request.resume().toArray();
    const known = aborted && /^\w+$/.test(aborted) && existsSync(join(uploads, aborted));
    if (known && !refusal) {
      await rm(join(uploads, aborted), { recursive: true });
      return void response.writeHead(204).end();
    }
    const error = new S3Error(refusal ?? "NoSuchUpload", GONE);
    response.writeHead(error.status, { "Content-Type": "application/xml" }).end(error.toXML());
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    ...owner,
    requests,
    openUploads: () => readdir(uploads).catch(() => []),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      s3rver.logger.exceptions.unhandle();
      s3rver.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
