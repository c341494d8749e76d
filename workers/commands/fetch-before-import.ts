import type { Plugin } from "rollup";

/** By this name every script finds the one function that reads scripts whole. */
const READ_ALL = "__readAll";

/**
 * Reads scripts whole, so that the browser has them at hand. It rejects where one does not come.
 */
const DEFINED = `globalThis.${READ_ALL}=p=>Promise.all(p.map(u=>fetch(u).then(r=>r.ok?r.arrayBuffer():Promise.reject(Error(r.status)))));`;

/**
 * Lets a page fetch what it loads on use before it imports it. A browser keeps a module that it could not
 * fetch as failed for as long as the page lives and asks for it no more, as the standard has it; a fetch
 * that failed can be made again. Once it is fetched, the import finds it in the browser's own cache.
 * The function for it is written once, not where it is called: a dozen scripts load something on use.
 * @param sitePath where a script of the bundle is on the site.
 * @param isEverywhere whether a script of this name is loaded wherever something may be used.
 * @param home the name of a script that every page has: the function is in it.
 */
export function fetchBeforeImport(
  sitePath: (fileName: string) => string,
  isEverywhere: (name: string) => boolean,
  home: string,
): Plugin {
  return {
    name: "fetch-before-import",
    renderDynamicImport({ targetChunk, getTargetChunkImports }) {
      if (!targetChunk) return null;
      const chunkNames = (getTargetChunkImports() ?? []).flatMap((one) =>
        one.type === "internal" && !isEverywhere(one.chunk.name) ? [one.fileName] : [],
      );
      const paths = JSON.stringify([targetChunk.fileName, ...chunkNames].map(sitePath));
      return { left: `${READ_ALL}(${paths}).then(()=>import(`, right: "))" };
    },
    intro: ({ name }) => (name === home ? DEFINED : ""),
    generateBundle(_, bundle) {
      const homes = Object.values(bundle).filter(
        (one) => one.type === "chunk" && one.name === home,
      );
      if (homes.length !== 1) this.error(`No script is called ${home}, or several are.`);
    },
  };
}
