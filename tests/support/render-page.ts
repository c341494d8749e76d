import { MantineProvider } from "@mantine/core";
import { RemixServer } from "@remix-run/react";
import { type ComponentProps, createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import { FormReplyContext } from "~/components/form-reply-context";
import { NO_NAMES } from "~/submission/music/music-edit";
import { musicAnswersSchema } from "~/submission/music/music-step";
import { MusicPageContext } from "~/views/wizard/music-page-context";

const ENTITIES = new Map([
  ["&#x27;", "'"],
  ["&quot;", '"'],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
]);

/** What the server draws of a page at this path whose loader tells this, as HTML. */
export function renderToHtml(page: ReactNode, loaderData: unknown = null, pathname = "/"): string {
  const route = { id: "page", path: "*" };
  const entry = { module: "", imports: [] };
  // Only what drawing needs; a whole context takes a build of the app.
  const context = {
    manifest: { routes: { page: { ...route, module: "" } }, entry, url: "", version: "" },
    routeModules: { page: { default: () => page } },
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

/** The same as text, "|" for any tags. */
function drawnText(page: ReactNode, loaderData: unknown): string {
  return renderToHtml(page, loaderData)
    .replace(/<(style|script).*?<\/\1>/gs, "")
    .replace(/(?:<[^>]*>)+/g, "|")
    .replace(/&[#\w]+;/g, (entity) => ENTITIES.get(entity) ?? entity);
}

/**
 * The text of something inside the wizard, around these answers of the music step.
 * @param loaderData what the page's loader tells.
 */
export function renderInWizard(
  page: ReactNode,
  fields: object = {},
  loaderData: unknown = null,
): string {
  const values = v.parse(musicAnswersSchema, fields);
  const today = "2027-01-04T12:00:00Z";
  const track = { openTrack: undefined, showTrack: () => {}, filledSlots: () => new Set<string>() };
  const pageState = { opened: new Set<string>(), artist: NO_NAMES, usual: [], ...track };
  const music = { answers: values, files: [], today, ...pageState };
  const reply = { values, errors: {}, refusal: undefined, unsaved: false, press: () => false };
  const musicStep = createElement(MusicPageContext.Provider, { value: music }, page);
  const formPage = createElement(FormReplyContext.Provider, { value: reply }, musicStep);
  return drawnText(createElement(MantineProvider, null, formPage), loaderData);
}
