import type { ComponentType, ReactNode } from "react";
import { escapeHtml } from "./option-list";
import type { StaticCache, StaticField } from "./static-html";

/** More parts than pages have: what comes beyond is drawn each time. */
const MOST_PARTS = 2_000;

/** Stands for the value of a field that is drawn for all of them. */
const HOLE = "\uE000";

/** Whether a field is made of words alone, and nothing is wrong with it. */
const isPlain = ({ id, error, inputContainer, defaultValue, ...rest }: StaticField) =>
  id !== undefined &&
  !error &&
  !inputContainer &&
  typeof defaultValue === "string" &&
  Object.values(rest).every((part) => typeof part !== "object");

/**
 * Draws what is the same for every visitor once in the life of this isolate. Browsers have none of
 * this: it stands apart from what they load.
 * @param render draws a part as React's server does.
 */
export function createStaticCache(render: (part: ReactNode) => string): StaticCache {
  const parts = new Map<string, string>();

  function part(name: string, node: ReactNode): string {
    const cachedHtml = parts.get(name);
    if (cachedHtml !== undefined) return cachedHtml;
    const html = render(node);
    if (parts.size < MOST_PARTS) parts.set(name, html);
    return html;
  }

  function field<P extends StaticField>(Field: ComponentType<P>, props: P): ReactNode | undefined {
    if (!isPlain(props)) return undefined;
    const { defaultValue } = props;
    const templateProps = { ...props, defaultValue: HOLE };
    const html = part(JSON.stringify(["field", templateProps]), <Field {...templateProps} />);
    const [, root = "", inner = ""] = /^<div class="([^"]*)">(.*)<\/div>$/s.exec(html) ?? [];
    const innerHtml = inner.split(HOLE).join(escapeHtml(String(defaultValue)));
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React has drawn it, and the value is escaped.
    return <div className={root} dangerouslySetInnerHTML={{ __html: innerHtml }} />;
  }

  return { part, field };
}
