;;; support.el --- what the tests in a real Emacs share -*- lexical-binding: t -*-

(require 'ert)
(require 'eglot)

(setq eglot-sync-connect 60
      eglot-connect-timeout 60
      ;; What a request may take that names no time; Emacs has 10 seconds.
      jsonrpc-default-request-timeout 60
      eglot-autoshutdown nil
      flymake-no-changes-timeout 0.1)

(defun support-wait (what condition)
  "Wait until CONDITION gives something, which is called WHAT, and give that."
  (let ((deadline (+ (float-time) 60)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) deadline)
        (error "%s did not happen" what))
      (accept-process-output nil 0.05))
    found))

(defun support-open (file mode)
  "Open FILE, which is in MODE and has a server."
  (switch-to-buffer (find-file file))
  (should (derived-mode-p mode))
  ;; Eglot waits for the command loop, which a batch Emacs does not have.
  (run-hooks 'post-command-hook)
  (should (support-wait "the connection" #'eglot-current-server)))
