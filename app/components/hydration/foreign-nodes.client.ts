/*
 * React 18 hydrates a page only if it finds exactly the nodes that it would render; otherwise it renders all
 * of it anew. Browser extensions add nodes of their own, often before our scripts run.
 */

/**
 * Selectors of our own nodes in the head. Of scripts only the guard and the data for search engines are ours.
 */
export const OWN_HEAD =
  'meta[charset], meta[name="viewport"], meta[name="theme-color"], meta[name="description"], meta[name="robots"], meta[name="referrer"], meta[name^="twitter:"], meta[property], title, link[rel="canonical"], link[href^="/"]:not([href^="//"]), script[type="application/ld+json"], script#script-guard';
/** Selectors of our own nodes in the body. Browsers hide a nonce's value, but not that there is one. */
export const OWN_BODY =
  'a.frame-skip, header.frame-header, main#main, section.cookie-notice, footer.frame-footer, div.frame-place, script[nonce], link[href^="/assets/"]';

const isOwn = (node: Node, own: string) => node instanceof Element && node.matches(own);
/** React skips comments. */
const isComment = ({ nodeType }: Node) => nodeType === Node.COMMENT_NODE;

/** The foreign nodes of an element before its last own node; React ignores those after it. */
function foreignAmong(place: Element, own: string): Node[] {
  const nodes = [...place.childNodes];
  const ends = nodes.map((node) => isOwn(node, own)).lastIndexOf(true);
  return nodes.slice(0, ends).filter((node) => !isOwn(node, own) && !isComment(node));
}

/** Custom elements: our pages have none, password managers and writing helpers do. */
const foreignElements = (page: Document) =>
  [...page.querySelectorAll<HTMLElement>("body *")].filter(({ localName }) =>
    localName.includes("-"),
  );

/** A node that was removed from the page, and its former position. */
interface AsideNode {
  node: Node;
  parent: Node;
  next: Node | null;
}

function takeAside(node: Node): AsideNode[] {
  const { parentNode: parent, nextSibling: next } = node;
  // It may have been removed with an ancestor.
  if (!parent || !node.isConnected) return [];
  parent.removeChild(node);
  return [{ node, parent, next }];
}

export interface ForeignNodes {
  /**
   * Puts nodes back at their former position, or as near as possible.
   * @param isWaiting whether an element is in a part that is not hydrated yet.
   */
  putBack: (isWaiting: (place: Node) => boolean) => void;
}

/**
 * Removes foreign nodes from the page until React has hydrated it. Nodes in the head are moved to its end
 * instead, since removing a style even for a moment makes the page flash.
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
      // Last one first: a node may have stood before another removed one.
      for (const { node, parent, next } of settled.reverse()) {
        const place = parent === html ? page.documentElement : parent === body ? page.body : parent;
        place.insertBefore(node, next?.parentNode === place ? next : null);
      }
    },
  };
}

/** Copies attributes that others added to an element to the one that replaced it. */
function bringAttributes(from: Element, to: Element): void {
  for (const { name, value } of [...from.attributes])
    if (!to.hasAttribute(name)) to.setAttribute(name, value);
}
