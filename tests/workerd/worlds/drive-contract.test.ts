import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeFile, testDrive } from "~/integrations/drive/drive-client.server";
import contract from "../../fixtures/drive-discovery.json";
import { createDriveFixture, type DriveFixture, seededBytes } from "../../support/drive-fixture";

interface Exchange {
  request: Request;
  sent: unknown;
  status: number;
  reply: unknown;
}

interface Parameter {
  type: string;
  location: string;
  required?: boolean;
  enum?: string[];
  minimum?: string;
  maximum?: string;
}
interface Property {
  type?: string;
  format?: string;
  items?: { type?: string; $ref?: string };
  additionalProperties?: { type?: string };
  $ref?: string;
}
interface Method {
  httpMethod: string;
  path: string;
  parameters: Record<string, Parameter>;
  scopes: string[];
}

const methods: Record<string, Method> = contract.methods;
const schemas: Record<string, { properties: Record<string, Property> }> = contract.schemas;
const common: Record<string, Parameter> = contract.parameters;
const api = `${contract.rootUrl}${contract.servicePath}`;
const uploadPath = contract.methods["drive.files.create"].mediaUpload.protocols.simple.path;

let fixture: DriveFixture;
let exchanges: Exchange[];

const json = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

/** Everything the portal ever asks of the drive, and what the stand-in answers. */
beforeAll(async () => {
  fixture = await createDriveFixture();
  exchanges = [];
  const client = fixture.client(async (request) => {
    const requestText = request.method === "PUT" ? "" : await request.clone().text();
    const response = await fixture.send(request);
    const text = await response.clone().text();
    const isForm = request.url.startsWith("https://oauth2.");
    const entry = {
      request,
      sent: isForm ? undefined : json(requestText),
      status: response.status,
    };
    exchanges.push({ ...entry, reply: json(text) });
    return response;
  });
  const { jobId } = await fixture.submit([{ kind: "track", bytes: seededBytes(1_100_000) }]);
  await testDrive(client);
  await testDrive({ ...client, rootId: "none" }).catch(() => undefined);
  await fixture.fails("wrong-md5", "chunk", 2);
  for (let tries = 0; tries < 2; tries++) {
    await fixture.run(jobId, client);
    fixture.later(30);
  }
  // Where it may not delete, the bin is what it has.
  await fixture.fails("no-permission", "delete");
  const [folder] = await fixture.held();
  expect(await removeFile(client, folder?.id ?? "")).toBe("trashed");
});
afterAll(() => fixture.close());

/** The published method behind a request. */
function findMethod({ method, url }: Request): [string, Method] | undefined {
  const { origin, pathname } = new URL(url);
  const upload = pathname === uploadPath;
  return Object.entries(methods).find(([, { httpMethod, path }]) => {
    if (upload) return httpMethod === method && path === "files";
    const pattern = path.replace(/\{\w+\}/g, "[^/]+");
    return httpMethod === method && new RegExp(`^${api}${pattern}$`).test(origin + pathname);
  });
}

function expectValue(value: unknown, property: Property, where: string): void {
  if (property.type === "array") expect(Array.isArray(value), where).toBe(true);
  else if (property.$ref) expectObject(value, property.$ref, where);
  else expect(typeof value, where).toBe(property.type);
  if (property.format === "int64") expect(value, where).toMatch(/^\d+$/);
  if (property.format === "date-time") expect(value, where).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  for (const item of property.type === "array" ? (value as unknown[]) : [])
    expectValue(item, property.items ?? {}, `${where}[]`);
  for (const inner of property.additionalProperties ? Object.values(value as object) : [])
    expect(inner, where).toBeTypeOf("string");
}

/** Checks that an object has only what the schema names, each of its type. */
function expectObject(value: unknown, name: string, where: string): void {
  const { properties } = schemas[name] ?? { properties: {} };
  for (const [field, inner] of Object.entries(value as object)) {
    const property = properties[field];
    if (!property) throw new Error(`${where}: ${name} has no field ${field}`);
    expectValue(inner, property, `${where}.${field}`);
  }
}

const apiCalls = () =>
  exchanges.filter(({ request }) => request.method !== "PUT" && findMethod(request));

test("the extract tells good from bad", () => {
  expect(() => expectObject({ naem: "x" }, "File", "x")).toThrow(/no field naem/);
  expect(() => expectObject({ name: 1 }, "File", "x")).toThrow();
  expect(() => expectObject({ size: "1.5" }, "File", "x")).toThrow();
  expect(() => expectObject({ files: [{ parents: [1] }] }, "FileList", "x")).toThrow();
  expectObject({ files: [{ id: "1", size: "12", parents: ["p"] }] }, "FileList", "x");
});

test("every call is one the contract has, and all that the portal can make were made", () => {
  const callNames = exchanges.flatMap(({ request }) => {
    if (request.url.startsWith("https://oauth2.googleapis.com/token")) return ["token"];
    if (request.method === "PUT") {
      expect(new URL(request.url).pathname).toBe(uploadPath);
      return ["chunk"];
    }
    const entry = findMethod(request);
    if (!entry) throw new Error(`The contract has no ${request.method} ${request.url}`);
    return [entry[0]];
  });
  expect([...new Set(callNames)].sort()).toEqual(
    ["token", "chunk", ...Object.keys(methods)].sort(),
  );
});

test("every query has only published parameters, of their types and bounds", () => {
  for (const { request } of apiCalls()) {
    const [name, method] = findMethod(request) ?? [];
    for (const [key, value] of new URL(request.url).searchParams) {
      const parameter = method?.parameters[key] ?? common[key];
      expect(parameter?.location, `${name} ${key}`).toBe("query");
      if (parameter?.type === "boolean") expect(value).toMatch(/^(true|false)$/);
      if (parameter?.type === "integer") {
        expect(Number(value)).toBeGreaterThanOrEqual(Number(parameter.minimum));
        expect(Number(value)).toBeLessThanOrEqual(Number(parameter.maximum));
      }
    }
  }
});

test("every field that is asked for is one of the resource's", () => {
  const askingCalls = apiCalls().filter(({ request }) => request.method !== "DELETE");
  for (const { request } of askingCalls) {
    const fields = new URL(request.url).searchParams.get("fields") ?? "";
    const [, fieldList] = /^files\(([\w,]+)\)$/.exec(fields) ?? [];
    const drive = new URL(request.url).pathname.includes("/drives/");
    const schema = schemas[drive ? "Drive" : "File"];
    for (const field of (fieldList ?? fields).split(","))
      expect(Object.keys(schema?.properties ?? {})).toContain(field);
  }
});

test("every body that is sent, and every reply of the stand-in, fits its schema", () => {
  let bodies = 0;
  let replies = 0;
  for (const { request, sent, status, reply } of apiCalls()) {
    const { pathname } = new URL(request.url);
    const isList = request.method === "GET" && pathname.endsWith("/files");
    const schema = isList ? "FileList" : pathname.includes("/drives/") ? "Drive" : "File";
    if (sent !== undefined) {
      bodies += 1;
      expectObject(sent, "File", request.url);
    }
    if (status >= 400 || reply === undefined) continue;
    replies += 1;
    expectObject(reply, schema, request.url);
  }
  expect(bodies).toBeGreaterThan(5);
  expect(replies).toBeGreaterThan(10);
  const ends = exchanges.filter(
    ({ request, status }) => request.method === "PUT" && status === 200,
  );
  expect(ends.length).toBeGreaterThan(0);
  for (const { reply } of ends) expectObject(reply, "File", "the end of an upload");
});

test("the scope asked for opens every method that is called", async () => {
  const tokenCall = fixture.calls.find(({ url }) => url.startsWith("https://oauth2."));
  expect(tokenCall?.method).toBe("POST");
  const form = new URLSearchParams(await tokenCall?.clone().text());
  const { scope } = decodeJwt(form.get("assertion") ?? "");
  expect(scope).toBeTypeOf("string");
  for (const { scopes } of Object.values(methods)) expect(scopes).toContain(scope);
});
