import { expect, test } from "vitest";
import remixConfig from "../../remix.config.js";
import { FUTURE_FLAGS, inlineFeatureFlags } from "./inline-feature-flags";

const WARNS =
  'function w(e,t){if(!e){typeof console<"u"&&console.warn(t);try{throw new Error(t)}catch{}}}';
const CALLS = 'if(typeof k=="function")return await k();let O=await xs(L,l);return b?Ns(O):O';

test("what is settled is what the app is configured for", () => {
  const settledFlags = [...FUTURE_FLAGS].filter((flag) => flag.startsWith("v3_"));
  expect(Object.fromEntries(settledFlags.map((flag) => [flag, true]))).toEqual(remixConfig.future);
});

test("reads of flags that are on, and only those, are settled", () => {
  const of = (code: string) => inlineFeatureFlags(`${code};${WARNS};${CALLS}`).split(";")[0];
  expect(of("a.v3_singleFetch||b")).toBe("!0||b");
  expect(of("window.x.future.v3_singleFetch===!0")).toBe("!0===!0");
  expect(of("(o=n)!=null&&o.v7_partialHydration&&v3_singleFetch")).toBe(
    "(o=n)!=null&&!0&&v3_singleFetch",
  );
  expect(of("e?.v7_startTransition===void 0||v3_singleFetch")).toBe("!0===void 0||v3_singleFetch");
  const snippets = [
    "{v7_fetcherPersist:!1,v3_singleFetch:!0}",
    "a.v3_singleFetch=b",
    "a.v9_other+v3_singleFetch",
  ];
  for (const code of [...snippets, "f().v3_singleFetch"]) expect(of(code)).toBe(code);
});

test("warnings to developers say nothing, and a route's data has no call of its own", () => {
  expect(inlineFeatureFlags(`a.v3_singleFetch;${WARNS};${CALLS}`)).toBe(
    "!0;function w(){};return await k()",
  );
});

test("other libraries stay as they are; a framework that has changed stops the build", () => {
  expect(inlineFeatureFlags(WARNS)).toBe(WARNS);
  expect(() => inlineFeatureFlags(`a.v3_singleFetch;${CALLS}`)).toThrow("have changed");
  expect(() => inlineFeatureFlags(`a.v3_singleFetch;${WARNS}`)).toThrow("have changed");
});
