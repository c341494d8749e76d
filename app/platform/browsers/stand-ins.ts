/*
 * What browsers of ours lack and the page's libraries need, made up for. The guard at the head of a page
 * loads it before all other scripts, in such browsers alone.
 */

import { standInForForms } from "./form-stand-ins";
import { standInForStreams } from "./stream-stand-ins";

standInForStreams(window);
standInForForms(document);
// React would find an element that it has never drawn.
document.currentScript?.remove();
