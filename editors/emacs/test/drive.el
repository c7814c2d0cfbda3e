;;; drive.el --- drives a real Emacs through mnc2-mode and a real server -*- lexical-binding: t -*-

;; Started by .ci/emacs in a batch Emacs with `load-path' set; MNC2_PROGRAM is a copy of the program that every editor
;; is driven with, MNC2_GRAMMAR the folder of the grammar.

(require 'ert)
(require 'mnc2-mode)

(setq eglot-sync-connect 30
      eglot-autoshutdown nil
      flymake-no-changes-timeout 0.1
      eglot-send-changes-idle-time 0.05)

(defvar drive-buffer nil)

(defun drive-wait (what condition)
  "Wait until CONDITION gives something, which is called WHAT, and give that."
  (let ((deadline (+ (float-time) 30)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) deadline)
        (error "%s did not happen" what))
      (accept-process-output nil 0.05))
    found))

(defun drive-diagnostics ()
  "What Flymake shows, as lists of line and text."
  (mapcar (lambda (diagnostic)
            (list (line-number-at-pos (flymake-diagnostic-beg diagnostic))
                  (flymake-diagnostic-text diagnostic)))
          (flymake-diagnostics)))

(ert-deftest drive-1-grammar ()
  "The grammar is built from the checkout, and its rules fit."
  (mnc2-build-grammar (getenv "MNC2_GRAMMAR"))
  (should (treesit-ready-p 'mnc2)))

(ert-deftest drive-2-open ()
  "Opening a program starts the server."
  (setq drive-buffer (find-file (getenv "MNC2_PROGRAM")))
  (should (eq major-mode 'mnc2-ts-mode))
  (should (equal comment-start "# "))
  (font-lock-ensure)
  (goto-char (point-min))
  (should (eq (get-text-property (point) 'face) 'font-lock-comment-face))
  (search-forward "iadd")
  (should (eq (get-text-property (1- (point)) 'face) 'font-lock-function-name-face))
  ;; Eglot waits for the command loop, which a batch Emacs does not have.
  (run-hooks 'post-command-hook)
  (should (drive-wait "the connection" #'eglot-current-server)))

(ert-deftest drive-3-diagnostics ()
  "The misspelt instruction is a diagnostic."
  (with-current-buffer drive-buffer
    (flymake-start)
    (let ((found (drive-wait "a diagnostic" #'drive-diagnostics)))
      (should (= (length found) 1))
      (should (= (car (car found)) 6))
      (should (string-match-p "lpasa" (cadr (car found))))
      (should (string-match-p "E0201" (cadr (car found)))))))

(ert-deftest drive-4-hover ()
  "Hover explains an operand."
  (with-current-buffer drive-buffer
    (goto-char (point-min))
    (search-forward "iadd $subpeid $l")
    (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
      (should (string-match-p "3\\.6\\.1\\.10" (plist-get (plist-get hover :contents) :value))))))

(ert-deftest drive-5-fix ()
  "A code action mends the line."
  (with-current-buffer drive-buffer
    (goto-char (point-min))
    (search-forward "lpasa")
    (let* ((actions (eglot-code-actions (match-beginning 0) (match-end 0) "quickfix"))
           (fix (seq-find (lambda (action) (plist-get action :edit)) actions)))
      (should fix)
      (eglot-execute (eglot-current-server) fix)
      (goto-char (point-min))
      (should (search-forward "lpassa $lr0 $lm0"))
      ;; Eglot sends changes when Emacs is idle, which a batch Emacs never is.
      (eglot--signal-textDocument/didChange)
      (drive-wait "the diagnostic going away" (lambda () (flymake-start) (null (drive-diagnostics)))))))

(ert-deftest drive-6-run ()
  "Running to a line shows the dump that every editor shows, and the values beside the line."
  (with-current-buffer drive-buffer
    (goto-char (point-min))
    (search-forward "d get")
    (mnc2-run-to-here)
    (let ((dump (with-current-buffer (format "*dump of %s*" (buffer-name drive-buffer))
                  (buffer-string)))
          (start 0)
          values)
      (while (string-match "DEBUG-LM1(\\(\\w+\\),0):(.*v:\\(\\w+\\))" dump start)
        (push (list (match-string 1 dump) (match-string 2 dump)) values)
        (setq start (match-end 0)))
      (should (equal (nreverse values)
                     '(("n0c0b0m0p0" "0x200000002") ("n0c0b0m0p1" "0x300000003")
                       ("n0c0b0m0p2" "0x400000004") ("n0c0b0m0p3" "0x500000005")))))
    (let ((beside (seq-find (lambda (overlay) (overlay-get overlay 'mnc2-value))
                            (overlays-in (point-min) (point-max)))))
      (should (string-match-p "→ 0x200000002" (overlay-get beside 'after-string))))
    (goto-char (point-min))
    (insert "# A line more.\n")
    (should-not (seq-some (lambda (overlay) (overlay-get overlay 'mnc2-value))
                          (overlays-in (point-min) (point-max))))))

(ert-deftest drive-7-inlay-hints ()
  "Inlay hints tell steps."
  (with-current-buffer drive-buffer
    (eglot--signal-textDocument/didChange)
    (let ((hints (jsonrpc-request (eglot-current-server) :textDocument/inlayHint
                                  (list :textDocument (eglot--TextDocumentIdentifier)
                                        :range '(:start (:line 0 :character 0) :end (:line 20 :character 0))))))
      (should (seq-some (lambda (hint) (string-prefix-p "step 0" (plist-get hint :label))) hints)))))

(ert-deftest drive-8-end ()
  "The server ends when it is asked to."
  (with-current-buffer drive-buffer
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot-current-server))
    (should-not (eglot-current-server))))

;;; drive.el ends here
