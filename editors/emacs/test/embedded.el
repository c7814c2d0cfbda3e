;;; embedded.el --- programs in Markdown and C++ files in a real Emacs -*- lexical-binding: t -*-

;; Started by .ci/emacs in a batch Emacs that is set up by the lines of docs/embedded.md; MNC2_FILES is the folder of the files
;; that every editor is tested with.

(load (expand-file-name "support" (file-name-directory load-file-name)) nil t)

;; Emacs has no mode for Markdown; this one has the name of the package's.
(unless (fboundp 'markdown-mode)
  (define-derived-mode markdown-mode text-mode "Markdown"))
(add-to-list 'auto-mode-alist '("\\.md\\'" . markdown-mode))

(defun embedded-open (name mode)
  "Open a copy of the file NAME, which is in MODE."
  (let* ((folder (file-name-as-directory (make-temp-file "mnc2-embedded" t)))
         (file (expand-file-name name folder)))
    (copy-file (expand-file-name name (getenv "MNC2_FILES")) file)
    (support-open file mode)))

(defun embedded-findings ()
  "Line, column and code of what Flymake shows; both count from 1."
  (flymake-start)
  (mapcar (lambda (diagnostic)
            (let ((text (flymake-diagnostic-text diagnostic)))
              (save-excursion
                (goto-char (flymake-diagnostic-beg diagnostic))
                (list (line-number-at-pos) (1+ (current-column))
                      (and (string-match "[A-Z]+[0-9]\\{4\\}" text) (match-string 0 text))))))
          (flymake-diagnostics)))

(defun embedded-ask (method)
  "What the server answers to METHOD at point."
  (jsonrpc-request (eglot-current-server) method (eglot--TextDocumentPositionParams)))

(ert-deftest embedded-1-markdown ()
  "A code block has findings, hover and a fix; the page around it has nothing."
  (embedded-open "embedded.md" 'markdown-mode)
  (support-wait "the finding" (lambda () (equal (embedded-findings) '((6 3 "E0201")))))
  (goto-char (point-min))
  (search-forward "has a")
  (should-not (embedded-ask :textDocument/hover))
  (search-forward "lpassa")
  (should (string-search "lpassa" (plist-get (plist-get (embedded-ask :textDocument/hover) :contents) :value)))
  (goto-char (point-min))
  (search-forward "lpasa")
  (let ((actions (eglot-code-actions (line-beginning-position) (line-end-position) "quickfix")))
    (should actions)
    (eglot-execute (eglot-current-server) (car actions))
    ;; Eglot sends changes when Emacs is idle, which a batch Emacs never is.
    (eglot--signal-textDocument/didChange))
  (goto-char (point-min))
  (should (search-forward "> lpassa $lm0v $lr0v" nil t))
  (support-wait "its finding going away" (lambda () (null (embedded-findings))))
  (set-buffer-modified-p nil))

(ert-deftest embedded-2-cpp ()
  "A raw string has findings and definitions."
  (embedded-open "embedded.cpp" 'c++-mode)
  (support-wait "the finding" (lambda () (equal (embedded-findings) '((4 19 "TC0201")))))
  (goto-char (point-min))
  (search-forward "axpby.n %a")
  (let ((found (embedded-ask :textDocument/definition)))
    (should (= 2 (plist-get (plist-get (plist-get (aref found 0) :range) :start) :line)))))
