import { type ComponentType, createContext, type ReactNode, useContext } from "react";

/** What a field has that decides whether it is the same for every visitor, but for its value. */
export interface StaticField {
  id?: string;
  error?: ReactNode;
  inputContainer?: unknown;
  defaultValue?: unknown;
}

/** Draws what is the same for every visitor once. */
export interface StaticCache {
  /** A part as HTML: drawn anew where its name is new, else as it was. */
  part: (name: string, part: ReactNode) => string;
  /** A field with the value that it has here; undefined where it is to be drawn each time. */
  field: <P extends StaticField>(Field: ComponentType<P>, props: P) => ReactNode | undefined;
}

/** Only the server has it; see `static-html.server.tsx`. */
export const StaticCacheContext = createContext<StaticCache | undefined>(undefined);

interface StillProps {
  as: "div" | "dl" | "footer" | "header" | "ol" | "p" | "span";
  /**
   * Names the part, and all that its look depends on: settings and places, never what is a person's.
   * Without it the part is a person's, and drawn each time.
   */
  of: readonly (string | boolean | undefined)[] | undefined;
  className?: string;
  children: ReactNode;
}

/**
 * An element whose content is the same for every visitor. The server draws that once and puts it into each
 * page as it was; the browser finds what it would have drawn itself. Nothing within may make an id of
 * its own or ask the page around it for anything: its links are `PageLink`s.
 */
export function StaticHtml({ as: Root, of, className, children }: StillProps) {
  const still = useContext(StaticCacheContext);
  if (!still || !of) return <Root className={className}>{children}</Root>;
  const html = { __html: still.part(JSON.stringify(of), children) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has drawn it.
  return <Root className={className} dangerouslySetInnerHTML={html} />;
}
