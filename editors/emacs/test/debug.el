;;; debug.el --- drives a real Emacs through dape and a real debug adapter -*- lexical-binding: t -*-

;; Started by .ci/emacs in a batch Emacs with `load-path' set, for dape too; MNC2_PROGRAM is a copy of the program that
;; every editor is tested with, MNC2_EXPECTED is what it must show.  The configuration is that of mnc2-mode.

(require 'ert)
(require 'mnc2-mode)
(require 'dape)

(setq mnc2-start-server nil
      dape-start-hook '(dape-repl dape-info))

(defconst debug-expected
  (with-temp-buffer
    (insert-file-contents (getenv "MNC2_EXPECTED"))
    (json-parse-buffer :object-type 'plist :array-type 'list))
  "What every editor shows.")

(defvar debug-buffer nil)

(defun debug-wait (what condition)
  "Wait until CONDITION gives something, which is called WHAT, and give that."
  (let ((deadline (+ (float-time) 60)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) deadline)
        (error "%s did not happen; the console is: %s" what (debug-console)))
      (accept-process-output nil 0.05))
    found))

(defun debug-console ()
  "The text of the console."
  (if (get-buffer "*dape-repl*")
      (with-current-buffer "*dape-repl*" (substring-no-properties (buffer-string)))
    ""))

(defun debug-stopped ()
  "The connection of a stopped run."
  (dape--live-connection 'stopped t))

(defun debug-stops (line reason)
  "Wait until the run is stopped before LINE for REASON, and the line is marked."
  (debug-wait (format "a stop before line %d because of %s" line reason)
              (lambda ()
                (and-let* ((conn (debug-stopped))
                           (frame (dape--current-stack-frame conn))
                           (mark dape--stack-position-overlay)
                           ((overlay-buffer mark)))
                  (and (equal (plist-get frame :line) line)
                       (equal (dape--state-reason conn) reason)
                       (with-current-buffer (overlay-buffer mark)
                         (and (eq (current-buffer) debug-buffer)
                              (= (line-number-at-pos (overlay-start mark)) line))))))))

(defun debug-evaluate (text)
  "Type TEXT in the console."
  (dape-evaluate-expression (debug-stopped) text))

(defun debug-says (text)
  "Wait until the console has TEXT."
  (debug-wait text (lambda () (string-search text (debug-console)))))

(defun debug-start ()
  "Debug the program with the configuration of mnc2-mode."
  (with-current-buffer debug-buffer
    (should (dape--config-mode-p (alist-get 'mnc2 dape-configs)))
    (dape (dape--config-eval 'mnc2 nil))))

(ert-deftest debug-1-entry ()
  "A session stops before the first statement, and steps forward."
  (with-temp-file (getenv "MNC2_PROGRAM")
    (insert (string-join (plist-get debug-expected :fixed) "\n") "\n"))
  (setq debug-buffer (find-file (getenv "MNC2_PROGRAM")))
  (debug-start)
  (debug-stops 4 "entry")
  (dape-next (debug-stopped))
  (debug-stops 5 "step"))

(ert-deftest debug-2-breakpoint ()
  "A breakpoint stops it, and expressions have values."
  (with-current-buffer debug-buffer
    (goto-char (point-min))
    (forward-line 13)
    (dape-breakpoint-toggle))
  (dape-continue (debug-stopped))
  (debug-stops 14 "breakpoint")
  (debug-evaluate "$ls0v@n0c0b0m0p0")
  (debug-says (mapconcat (lambda (value) (format "{%s}" value))
                         (split-string (plist-get (car (plist-get debug-expected :beside)) :text))
                         " ")))

(ert-deftest debug-3-scopes ()
  "The scopes show the PE in focus."
  (debug-wait "the scopes"
              (lambda ()
                (when-let* ((frame (dape--current-stack-frame (debug-stopped))))
                  (seq-some (lambda (scope) (string-prefix-p "PE n0c0b0m0p0" (plist-get scope :name)))
                            (plist-get frame :scopes))))))

(ert-deftest debug-4-back ()
  "The commands of the debugger go back."
  (debug-evaluate "back")
  (debug-stops 11 "step")
  (debug-evaluate "goto 5")
  (debug-stops 5 "goto")
  (debug-evaluate "reverse")
  (debug-stops 4 "entry")
  (dape-continue (debug-stopped))
  (debug-stops 14 "breakpoint"))

(ert-deftest debug-5-end ()
  "It stops at the end, and what the program dumps is in the console."
  (dape-continue (debug-stopped))
  (debug-stops 15 "exception")
  (dolist (line (plist-get debug-expected :dump))
    (when (string-prefix-p "DEBUG-" line)
      (debug-says line)))
  (dape-continue (debug-stopped))
  (debug-wait "the end" (lambda () (null (dape--live-connections)))))

;;; debug.el ends here
