/*
 * React 18 takes over a page only where it finds the nodes that it would draw itself; at anything else it
 * draws all of it anew. Browser extensions put nodes of theirs into pages, often before our scripts run.
 */

/** What our pages have in their head. Of scripts only the guard and the data of search engines are ours. */
export const OWN_HEAD =
  'meta[charset], meta[name="viewport"], meta[name="theme-color"], meta[name="description"], meta[name="robots"], meta[name="referrer"], meta[name^="twitter:"], meta[property], title, link[rel="canonical"], link[href^="/"]:not([href^="//"]), script[type="application/ld+json"], script#script-guard';
/** What stands in their body itself. A browser hides what a nonce says, and not that there is one. */
export const OWN_BODY =
  'a.frame-skip, header.frame-header, main#main, section.cookie-notice, footer.frame-footer, div.frame-place, script[nonce], link[href^="/assets/"]';

const isOwn = (node: Node, own: string) => node instanceof Element && node.matches(own);
/** React passes over these. */
const isComment = ({ nodeType }: Node) => nodeType === Node.COMMENT_NODE;

/** The foreign nodes of a place before its last own one; React minds none of those after it. */
function foreignAmong(place: Element, own: string): Node[] {
  const nodes = [...place.childNodes];
  const ends = nodes.map((node) => isOwn(node, own)).lastIndexOf(true);
  return nodes.slice(0, ends).filter((node) => !isOwn(node, own) && !isComment(node));
}

/** No page of ours has elements with names like these; password managers and writing helpers do. */
const foreignElements = (page: Document) =>
  [...page.querySelectorAll<HTMLElement>("body *")].filter(({ localName }) =>
    localName.includes("-"),
  );

/** A node that was taken off the page, and where it stood. */
interface AsideNode {
  node: Node;
  parent: Node;
  next: Node | null;
}

function takeAside(node: Node): AsideNode[] {
  const { parentNode: parent, nextSibling: next } = node;
  // It may have gone with one around it.
  if (!parent || !node.isConnected) return [];
  parent.removeChild(node);
  return [{ node, parent, next }];
}

/** What was there before React, and is to be there after it. */
export interface ForeignNodes {
  /**
   * Puts nodes back where they stood, or as near as there is such a place.
   * @param isWaiting tells places in which React has yet to look for its nodes.
   */
  putBack: (isWaiting: (place: Node) => boolean) => void;
}

/**
 * Clears a page of what is not ours, as far as that can be told. What stands in the head stays there, at its end:
 * a style that is taken off, even for a moment, makes the page flash.
 */
export function setForeignNodesAside(page: Document): ForeignNodes {
  const { documentElement: html, head, body } = page;
  for (const node of foreignAmong(head, OWN_HEAD)) head.appendChild(node);
  const besideBody = [...html.childNodes].filter(
    (node) => node !== head && node !== body && !isComment(node),
  );
  const nodes: Node[] = [...besideBody, ...foreignAmong(body, OWN_BODY), ...foreignElements(page)];
  let asideNodes = nodes.flatMap(takeAside);
  return {
    putBack(isWaiting) {
      if (page.documentElement !== html) {
        for (const node of [...head.childNodes])
          if (!isOwn(node, OWN_HEAD)) page.head.appendChild(node);
        bringAttributes(html, page.documentElement);
        bringAttributes(body, page.body);
      }
      const left = asideNodes.filter(({ parent }) => isWaiting(parent));
      const settled = asideNodes.filter((aside) => !left.includes(aside));
      asideNodes = left;
      // The last one first: it may be what another stood before.
      for (const { node, parent, next } of settled.reverse()) {
        const place = parent === html ? page.documentElement : parent === body ? page.body : parent;
        place.insertBefore(node, next?.parentNode === place ? next : null);
      }
    },
  };
}

/** Brings attributes that others have added to an element to the one that was drawn in its place. */
function bringAttributes(from: Element, to: Element): void {
  for (const { name, value } of [...from.attributes])
    if (!to.hasAttribute(name)) to.setAttribute(name, value);
}
