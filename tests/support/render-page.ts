import { MantineProvider } from "@mantine/core";
import { RemixServer } from "@remix-run/react";
import { type ComponentProps, createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { NO_NAMES } from "~/domain/submission/music/music-edit";
import { musicAnswersSchema } from "~/domain/submission/music/music-step";
import { MusicPageContext } from "~/features/wizard/music-page-context";
import { FormReplyContext } from "~/ui/form-reply-context";

const ENTITIES = new Map([
  ["&#x27;", "'"],
  ["&quot;", '"'],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
]);

/** Renders a page to HTML as the server does. @param loaderData of the page's loader. */
export function renderToHtml(page: ReactNode, loaderData: unknown = null, pathname = "/"): string {
  const route = { id: "page", path: "*" };
  const entry = { module: "", imports: [] };
  // Only what rendering needs; a complete context would need a build of the app.
  const context = {
    manifest: { routes: { page: { ...route, module: "" } }, entry, url: "", version: "" },
    routeModules: { page: { default: () => createElement(MantineProvider, null, page) } },
    staticHandlerContext: {
      matches: [{ params: {}, pathname, pathnameBase: "/", route }],
      location: { pathname, search: "", hash: "", state: null, key: "" },
      loaderData: { page: loaderData },
      actionData: null,
      errors: null,
    },
    future: {},
    isSpaMode: false,
    renderMeta: {},
  } as unknown as ComponentProps<typeof RemixServer>["context"];
  const url = `https://portal.example${pathname}`;
  return renderToStaticMarkup(createElement(RemixServer, { context, url }));
}

/** Renders a page to text, with "|" for tags. */
function drawnText(page: ReactNode, loaderData: unknown): string {
  return renderToHtml(page, loaderData)
    .replace(/<(style|script).*?<\/\1>/gs, "")
    .replace(/(?:<[^>]*>)+/g, "|")
    .replace(/&[#\w]+;/g, (entity) => ENTITIES.get(entity) ?? entity);
}

/**
 * Renders an element inside the wizard to text, with answers of the music step.
 * @param loaderData of the page's loader.
 */
export function renderInWizard(
  page: ReactNode,
  fields: object = {},
  loaderData: unknown = null,
): string {
  const values = v.parse(musicAnswersSchema, fields);
  const today = "2027-01-04T12:00:00Z";
  const track = { openTrack: undefined, showTrack: () => {}, filledSlots: () => new Set<string>() };
  const pageState = {
    opened: new Set<string>(),
    artist: NO_NAMES,
    usual: [],
    advice: [],
    near: undefined,
    ...track,
  };
  const music = { answers: values, files: [], today, ...pageState };
  const reply = { values, errors: {}, refusal: undefined, unsaved: false, press: () => false };
  const musicStep = createElement(MusicPageContext.Provider, { value: music }, page);
  const formPage = createElement(FormReplyContext.Provider, { value: reply }, musicStep);
  return drawnText(formPage, loaderData);
}
