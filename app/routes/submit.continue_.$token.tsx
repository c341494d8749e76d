export { default, meta } from "~/features/wizard/resume-link/continue-by-link-route";
export { action, loader } from "~/features/wizard/resume-link/continue-by-link-route.server";
