/*
 * React 18 hydrates a page only if it finds exactly the nodes that it would render; otherwise it renders all
 * of it again. Browser extensions add nodes of their own, often before our scripts run.
 */

/**
 * Selectors of our own nodes in the head. Of scripts only the early ones and the data for search engines are ours.
 */
export const APP_HEAD_SELECTOR =
  'meta[charset], meta[name="viewport"], meta[name="theme-color"], meta[name="description"], meta[name="robots"], meta[name="referrer"], meta[name^="twitter:"], meta[property], title, link[rel="canonical"], link[href^="/"]:not([href^="//"]), script[type="application/ld+json"], script#script-guard, script#post-once, script#early-keys';
/** Selectors of our own nodes in the body. Browsers hide a nonce's value, but not that there is one. */
export const APP_BODY_SELECTOR =
  'a.frame-skip, style[data-mantine-styles], div.mantine-AppShell-root, header.frame-header, main#main, section.cookie-notice, footer.frame-footer, div.frame-place, script[nonce], link[href^="/assets/"]';

const isAppNode = (node: Node, selector: string) =>
  node instanceof Element && node.matches(selector);
/** React skips comments. */
const isComment = ({ nodeType }: Node) => nodeType === Node.COMMENT_NODE;

/** The foreign nodes of an element before its last own node; React ignores those after it. */
function findForeignNodes(container: Element, selector: string): Node[] {
  const nodes = [...container.childNodes];
  const lastOwnIndex = nodes.map((node) => isAppNode(node, selector)).lastIndexOf(true);
  return nodes
    .slice(0, lastOwnIndex)
    .filter((node) => !isAppNode(node, selector) && !isComment(node));
}

/** Custom elements: our pages have none, password managers and writing helpers do. */
const findForeignElements = (page: Document) =>
  [...page.querySelectorAll<HTMLElement>("body *")].filter(({ localName }) =>
    localName.includes("-"),
  );

interface DetachedNode {
  node: Node;
  parent: Node;
  next: Node | null;
}

function detachNode(node: Node): DetachedNode[] {
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
  putBack: (isWaiting: (container: Node) => boolean) => void;
}

/**
 * Removes foreign nodes from the page until React has hydrated it. Nodes in the head are moved to its end
 * instead, since removing a style even for a moment makes the page flash.
 */
export function setForeignNodesAside(page: Document): ForeignNodes {
  const { documentElement: html, head, body } = page;
  for (const node of findForeignNodes(head, APP_HEAD_SELECTOR)) head.appendChild(node);
  const besideBody = [...html.childNodes].filter(
    (node) => node !== head && node !== body && !isComment(node),
  );
  const nodes: Node[] = [
    ...besideBody,
    ...findForeignNodes(body, APP_BODY_SELECTOR),
    ...findForeignElements(page),
  ];
  let detachedNodes = nodes.flatMap(detachNode);
  return {
    putBack(isWaiting) {
      if (page.documentElement !== html) {
        for (const node of [...head.childNodes])
          if (!isAppNode(node, APP_HEAD_SELECTOR)) page.head.appendChild(node);
        copyMissingAttributes(html, page.documentElement);
        copyMissingAttributes(body, page.body);
      }
      const remaining = detachedNodes.filter(({ parent }) => isWaiting(parent));
      const ready = detachedNodes.filter((detached) => !remaining.includes(detached));
      detachedNodes = remaining;
      // Last one first: a node may have stood before another removed one.
      for (const { node, parent, next } of ready.reverse()) {
        const container =
          parent === html ? page.documentElement : parent === body ? page.body : parent;
        container.insertBefore(node, next?.parentNode === container ? next : null);
      }
    },
  };
}

function copyMissingAttributes(from: Element, to: Element): void {
  for (const { name, value } of [...from.attributes])
    if (!to.hasAttribute(name)) to.setAttribute(name, value);
}
