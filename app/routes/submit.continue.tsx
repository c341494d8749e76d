export { default, meta } from "~/features/wizard/resume-link/continue-route";
export { action, headers, loader } from "~/features/wizard/resume-link/continue-route.server";
