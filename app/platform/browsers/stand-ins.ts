/*
 * What browsers of ours lack and the page's libraries need, made up for. The guard at the head of a page
 * loads it before all other scripts, in such browsers alone.
 */

import { polyfillForms } from "./form-stand-ins";
import { polyfillStreams } from "./stream-stand-ins";

polyfillStreams(window);
polyfillForms(document);
// React would find an element that it has never drawn.
document.currentScript?.remove();
