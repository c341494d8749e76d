export { default, meta } from "~/features/wizard/about/about-step-route";
export { action, loader } from "~/features/wizard/about/about-step-route.server";
